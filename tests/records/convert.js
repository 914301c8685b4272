// Converts records with the converters of 電脳麻将, for tests: a file name (Tenhou's XML) to majiang's format, a game of majiang's to Tenhou's JSON.
// Run:  npm install @kobalab/tenhou-log@1.3.0 @kobalab/tenhou-url-log@1.0.3 && NODE_PATH=node_modules node tests/records/convert.js < lines > games.jsonl
'use strict';
const fs = require('fs');
const fromTenhou = require('@kobalab/tenhou-log');
const toTenhou = require('@kobalab/tenhou-url-log');

for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(line => line)) {
    let game = null;   // what the converters do not take: three players, for example
    try {
        game = line[0] === '{' ? toTenhou(JSON.parse(line)) : fromTenhou(fs.readFileSync(line, 'utf8'));
    } catch (error) { console.error(`${line.slice(0, 80)}: ${error}`); }
    console.log(JSON.stringify(game));
}
