// Records games with majiang-core, the engine of 電脳麻将: four players that kan whenever they may, pon often and take every win.
// Run:  npm install @kobalab/majiang-core@1.4.1 && NODE_PATH=node_modules node tests/games/record_majiang.js SEED... > games.jsonl
// One game a line, one game a seed; Math.random is replaced, so that a seed gives the same game every time.
'use strict';
const Majiang = require('@kobalab/majiang-core');

let state = 1;
function random() {                      // mulberry32
    state = (state + 0x6D2B79F5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
Math.random = random;
const pick = list => list[Math.floor(random() * list.length)];

class KanLover extends Majiang.Player {
    action_kaiju()   { this._callback(); }
    action_qipai()   { this._callback(); }
    action_hule()    { this._callback(); }
    action_pingju()  { this._callback(); }
    action_jieju()   { this._callback(); }
    throwAway() {                        // the tile of which the hand has fewest copies; a copy counts more than a neighbour
        const tiles = this.get_dapai(this.shoupai) || [];
        const worth = p => {
            const suit = p[0], n = +p[1] || 5, row = this.shoupai._bingpai[suit];
            let w = 3 * row[n];
            if (suit != 'z') w += (row[n - 1] ? 0.3 : 0) + (row[n + 1] ? 0.3 : 0);
            return w + random() / 10;
        };
        return tiles.map(p => [worth(p), p]).sort((a, b) => a[0] - b[0])[0][1];
    }
    action_zimo(zimo, replacement) {
        if (zimo.l != this._menfeng) return this._callback();
        if (this.allow_hule(this.shoupai, null, replacement)) return this._callback({ hule: '-' });
        const kans = this.get_gang_mianzi(this.shoupai) || [];
        if (kans.length) return this._callback({ gang: pick(kans) });
        const riichi = this.allow_lizhi(this.shoupai);
        if (riichi && random() < 0.5) return this._callback({ dapai: riichi[0] + '*' });
        this._callback({ dapai: this.throwAway() });
    }
    action_gangzimo(zimo) { this.action_zimo(zimo, true); }
    action_dapai(dapai) {
        if (dapai.l == this._menfeng) return this._callback();
        const p = dapai.p.slice(0, 2) + ['', '+', '=', '-'][(4 + this._model.lunban - this._menfeng) % 4];
        if (this.allow_hule(this.shoupai, p)) return this._callback({ hule: '-' });
        const kans = this.get_gang_mianzi(this.shoupai, p) || [];
        if (kans.length) return this._callback({ fulou: pick(kans) });
        const pons = this.get_peng_mianzi(this.shoupai, p) || [];
        if (pons.length && random() < 0.7) return this._callback({ fulou: pick(pons) });
        this._callback();
    }
    action_fulou(fulou) {
        if (fulou.l != this._menfeng || fulou.m.match(/^[mpsz]\d{4}/)) return this._callback();
        this._callback({ dapai: this.throwAway() });
    }
    action_gang(gang) {
        if (gang.l == this._menfeng || gang.m.match(/^[mpsz]\d{4}$/)) return this._callback();
        const p = gang.m[0] + gang.m.slice(-1) + ['', '+', '=', '-'][(4 + this._model.lunban - this._menfeng) % 4];
        this._callback(this.allow_hule(this.shoupai, p, true) ? { hule: '-' } : {});
    }
}

for (const seed of process.argv.slice(2).map(Number)) {
    state = seed;
    const players = [0, 1, 2, 3].map(() => new KanLover());
    const game = new Majiang.Game(players, null, Majiang.rule());
    game.do_sync();
    game._paipu.title = `seed ${seed}`;
    console.log(JSON.stringify(game._paipu));
}
