/** Expressions that would run for minutes or more, with their `self`. */
import type { JsonValue } from '../../runtime/model/catalog.ts';

const letters = Array.from({ length: 500 }, (_, index) => `x${index}`);
const long = 'a'.repeat(100_000);

export const endless: readonly (readonly [expression: string, self: JsonValue])[] = [
	['self.all(x, self.all(y, self.all(z, x + y + z != x)))', letters],
	['self.map(x, self.map(y, self.map(z, x + y + z))).size() > 0', letters],
	['!self.exists(x, self.exists(y, self.exists(z, x == "" && y == z)))', letters],
	[`self${".replace('a', 'aa')".repeat(40)} != ''`, long],
	["self.replace('', self) != ''", long],
	["self.split('').join(self) != ''", long],
	["self.split('').all(x, self.replace('', self) != '')", long],
	["self.split('').all(x, self.split('').join(self) != '')", long],
	["self.findAll('a*b|a').size() > 0", long],
	[`self.split('').all(x, self.find('${'a?'.repeat(100)}b') == '')`, long],
	["self.split('').all(x, self.split('').isSorted())", long],
	["self.split('').all(x, sets.contains(self.split(''), [x]))", long],
	["self.split('').map(x, self.replace('a', 'b')).size() > 0", long],
	['lists.range(self).all(i, lists.range(self).all(j, j >= 0))', 2_000],
	['lists.range(self).all(k, i, !lists.range(self).exists(m, j, j < 0))', 2_000],
];
