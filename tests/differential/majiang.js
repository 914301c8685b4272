// majiang-core, asked decision by decision: a line of JSON in, a line of JSON out.
"use strict";
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const Majiang = require("@kobalab/majiang-core");

const HONOURS = { E: 1, S: 2, W: 3, N: 4, P: 5, F: 6, C: 7 };
const LETTERS = " ESWNPFC";
const toTheirs = (tile) => tile in HONOURS ? "z" + HONOURS[tile] : tile[1] + (tile.endsWith("r") ? "0" : tile[0]);
const toOurs = (pai) => pai[0] === "z" ? LETTERS[pai[1]] : pai[1] === "0" ? "5" + pai[0] + "r" : pai[1] + pai[0];
const home = path.dirname(path.dirname(require.resolve("@kobalab/majiang-core")));
const version = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8")).version;

// The tiles of a meld in its own spelling, which of them was called or added, and who is meant by its mark.
function meld(text) {
    const suit = text[0], tiles = [];
    let called = null;
    for (const [one, digit, mark] of text.slice(1).matchAll(/(\d)([+=-]?)/g)) {
        if (mark) called = tiles.length;
        tiles.push(toOurs(suit + digit));
    }
    return { tiles, called };
}

class Table extends Majiang.Game {
    begin(wall, deal) {
        this._sync = true;
        this._status = null;
        this.line = [];
        const shan = new Majiang.Shan(this._rule);
        shan._pai = wall;
        shan._baopai = [wall[4]];
        shan._fubaopai = this._rule["裏ドラあり"] ? [wall[9]] : null;
        const model = this._model;
        model.qijia = 0;
        model.zhuangfeng = deal.round_wind;
        model.jushu = 0;
        model.changbang = deal.honba;
        model.lizhibang = deal.sticks;
        model.defen = deal.scores.slice();
        this._paipu = { log: [], defen: [] };
        this._max_jushu = 99;
        this.over = false;
        this.riichi = null;
        this.qipai(shan);
        this.reply_qipai();
        this.settle();
    }
    call_players(type, msg) { this._status = type; this._reply = [{}, {}, {}, {}]; }
    notify_players() {}
    say() {}
    add_paipu(paipu) { this.line.push(paipu); }
    last() { this.over = true; }

    // On to the next decision: nobody is asked who has nothing to say.
    settle() {
        for (;;) {
            if (this.over) return (this.menu = {});
            this.menu = this.asked();
            if (Object.keys(this.menu).length) return;
            this["reply_" + (this._status === "gangzimo" ? "zimo" : this._status)]();
        }
    }
    asked() {
        const model = this._model, menu = {};
        const turn = model.lunban;
        if (this._status === "zimo" || this._status === "gangzimo" || (this._status === "fulou" && !this._gang)) {
            const acts = {};
            if (this.riichi) {
                for (const pai of this.allow_lizhi()) acts["dahai " + toOurs(pai)] = { dapai: pai + "*" };
                return { [turn]: acts };
            }
            for (const pai of this.get_dapai() || []) acts["dahai " + toOurs(pai)] ??= { dapai: pai };
            // A drawn tile is discarded as such where it can be.
            for (const pai of this.get_dapai() || []) if (pai.endsWith("_")) acts["dahai " + toOurs(pai)] = { dapai: pai };
            if (this._status !== "fulou") {
                if (this.allow_lizhi()) acts["reach"] = "reach";
                for (const m of this.get_gang_mianzi() || []) {
                    const { tiles, called } = meld(m);
                    const added = m.match(/[+=-]\d$/) ? tiles[3] : null;
                    acts[added ? "kakan " + added : "ankan " + tiles[3].slice(0, 2)] = { gang: m };
                }
                if (this.allow_hule()) acts["hora"] = { hule: "-" };
                if (this.allow_pingju()) acts["ryukyoku"] = { daopai: "-" };
            }
            menu[turn] = acts;
        }
        else if (this._status === "dapai" || this._status === "gang") {
            if (this._status === "gang" && this._gang.match(/^[mpsz]\d{4}$/)) return menu;
            for (let i = 1; i < 4; i++) {
                const l = (turn + i) % 4, acts = {};
                if (this.allow_hule(l)) acts["hora"] = { hule: "-" };
                if (this._status === "dapai") {
                    const offered = [["pon", this.get_peng_mianzi(l)], ["daiminkan", this.get_gang_mianzi(l)]];
                    if (i === 1) offered.push(["chi", this.get_chi_mianzi(l)]);
                    for (const [word, melds] of offered) for (const m of melds || []) {
                        const { tiles, called } = meld(m);
                        const pai = tiles[called];
                        const own = tiles.filter((tile, at) => at !== called);
                        acts[word === "daiminkan" ? `daiminkan ${pai}` : [word, pai, ...own].join(" ")] = { fulou: m };
                    }
                }
                if (Object.keys(acts).length) menu[l] = acts;
            }
        }
        return menu;
    }
    answer(acts) {
        const said = Object.entries(acts);
        if (said.length === 1 && said[0][1] === "reach") { this.riichi = true; this.menu = this.asked(); return; }
        this._reply = [{}, {}, {}, {}];
        for (const [l, act] of said) {
            const choice = this.menu[l][act];
            if (!choice) throw new Error(`${l} ${act} is not in the menu`);
            this._reply[this._model.player_id[l]] = choice;
        }
        this.riichi = null;
        this["reply_" + (this._status === "gangzimo" ? "zimo" : this._status)]();
        this.settle();
    }
    indicators() { return this._model.shan.baopai.map(toOurs); }
    events() {
        const out = [];
        let river = null;
        for (const entry of this.line) {
            const [word, said] = Object.entries(entry)[0];
            if (word === "zimo" || word === "gangzimo") out.push({ type: "tsumo", actor: said.l, pai: toOurs(said.p) });
            else if (word === "dapai") {
                if (said.p.endsWith("*")) out.push({ type: "reach", actor: said.l });
                out.push({ type: "dahai", actor: said.l, pai: toOurs(said.p), tsumogiri: said.p[2] === "_" });
            }
            else if (word === "fulou") {
                const { tiles, called } = meld(said.m);
                const own = tiles.filter((tile, at) => at !== called);
                const kinds = new Set(tiles.map((tile) => tile.slice(0, 2)));
                const type = tiles.length === 4 ? "daiminkan" : kinds.size === 1 ? "pon" : "chi";
                out.push({ type, actor: said.l, pai: tiles[called], consumed: own });
            }
            else if (word === "gang") {
                const { tiles, called } = meld(said.m);
                if (called === null) out.push({ type: "ankan", actor: said.l, consumed: tiles });
                else out.push({ type: "kakan", actor: said.l, pai: tiles[3], consumed: tiles.slice(0, 3) });
            }
            else if (word === "kaigang") out.push({ type: "dora", dora_marker: toOurs(said.baopai) });
            else if (word === "hule") out.push({ type: "hora", actor: said.l });
        }
        return out;
    }
    result() {
        const model = this._model, wins = [];
        let name = "";
        for (const entry of this.line) {
            if (entry.hule) {
                name = "hora";
                wins.push({ actor: entry.hule.l, han: entry.hule.fanshu, fu: entry.hule.fu, yakuman: entry.hule.damanguan,
                            yaku: entry.hule.hupai });
            }
            if (entry.pingju) name = entry.pingju.name;
        }
        return { defen: model.defen, sticks: model.lizhibang, name, wins };
    }
}

let table = null, held = "";
function obey({ word, ...said }) {
    if (word === "version") return { version };
    if (word === "deal") {
        const text = JSON.stringify(said.settings);
        if (!table || text !== held) { table = new Table([], null, Majiang.rule(said.settings)); held = text; }
        table.begin(said.wall.map(toTheirs), said);
    }
    else if (word === "answer") table.answer(said.acts);
    else if (word === "events") return { events: table.events() };
    else if (word === "score") return score(said);
    const menus = Object.fromEntries(Object.entries(table.menu).map(([l, acts]) => [l, Object.keys(acts)]));
    return { menus, indicators: table.indicators(), result: table.over ? table.result() : null };
}

// A hand scored by itself, without a game.
function score({ rule, hands }) {
    const rules = Majiang.rule(rule);
    return {
        values: hands.map((one) => {
            const shoupai = Majiang.Shoupai.fromString(one.hand);
            const value = Majiang.Util.hule(shoupai, one.ron, { rule: rules, ...one.param });
            return value && { fu: value.fu, han: value.fanshu, yakuman: value.damanguan, points: value.defen,
                              fenpei: value.fenpei, yaku: value.hupai };
        }),
    };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    let answer;
    try { answer = obey(JSON.parse(line)); }
    catch (error) { answer = { error: String(error && error.stack || error) }; }
    process.stdout.write(JSON.stringify(answer) + "\n");
});
