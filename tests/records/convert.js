// Converts Tenhou's XML to majiang's format with the converter of 電脳麻将, for tests: one file name a line in, one game a line out.
// Run:  npm install @kobalab/tenhou-log@1.3.0 && NODE_PATH=node_modules node tests/records/convert.js < names > games.jsonl
'use strict';
const fs = require('fs');
const convlog = require('@kobalab/tenhou-log');

for (const name of fs.readFileSync(0, 'utf8').split('\n').filter(line => line)) {
    let game = null;   // what the converter does not take: three players, for example
    try { game = convlog(fs.readFileSync(name, 'utf8')); } catch (error) { console.error(`${name}: ${error}`); }
    console.log(JSON.stringify(game));
}
