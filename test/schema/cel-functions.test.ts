/** Tests the functions of Kubernetes' CEL libraries: results, errors, and costs. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Schema } from '../../runtime/model/catalog.ts';
import { costEstimator, typeChecker } from '../../runtime/schema/cel/check.ts';
import { costProblem, mostPerExpression } from '../../runtime/schema/cel/cost.ts';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';

const self: JsonObject = {
	ints: [3, 1, 2],
	sorted: [1, 2, 2, 3],
	names: ['b', 'a', 'b'],
	shares: [0.5, 1.5],
	flags: [false, true],
	none: [],
	mixed: [1, 'a'],
	objects: [{ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 2 }],
	text: 'hello, wörld 😀!',
	url: 'https://user:pw@example.com:8080/a%20b/ü?x=1&y=a+b&x=%C3%BC#c',
};
const run = (text: string): JsonValue => compileExpression(text, ['self'])({ self });

describe('functions', () => {
	it.each<[string, JsonValue]>([
		['self.ints.isSorted() || self.names.isSorted()', false],
		['self.sorted.isSorted() && self.none.isSorted() && self.flags.isSorted() && self.shares.isSorted()', true],
		["[timestamp('2026-01-02T00:00:00Z'), timestamp('2026-01-01T00:00:00Z')].isSorted()", false],
		["[duration('1h'), duration('61m')].isSorted()", true],
		["['ﬁ', '😀'].isSorted()", true],
		['self.ints.sum()', 6],
		['self.shares.sum() == 2.0', true],
		["[duration('1h'), duration('1m')].sum() == duration('61m')", true],
		['self.none.sum()', 0],
		['self.ints.min() + self.ints.max()', 4],
		['self.names.min() + self.names.max()', 'ab'],
		["[duration('1h'), duration('1m')].max() == duration('1h')", true],
		['self.ints.indexOf(1)', 1],
		["self.names.indexOf('b') + self.names.lastIndexOf('b')", 2],
		["self.names.indexOf('z')", -1],
		['self.objects.indexOf(self.objects[1]) + self.objects.lastIndexOf(self.objects[0])', 1],
		['self.text.charAt(7) + self.text.charAt(13) + self.text.charAt(15)', 'w😀'],
		["self.text.replace('l', 'L')", 'heLLo, wörLd 😀!'],
		["self.text.replace('l', '', 2)", 'heo, wörld 😀!'],
		["self.text.replace('l', 'x', 0) == self.text && self.text.replace('q', 'x') == self.text", true],
		["'a😀'.replace('', '-') + ' ' + 'a😀'.replace('', '-', 2) + ' ' + ''.replace('', '-') + ' ' + 'aaa'.replace('aa', 'b')", '-a-😀- -a-😀 - ba'],
		["'Abc'.lowerAscii() + 'abc'.upperAscii() + ' x '.trim() + 'a,b'.split(',')[1] + 'abc'.substring(1, 2)", 'abcABCxbb'],
		["sets.contains(self.names, ['a']) && !sets.contains(self.names, ['a', 'z']) && sets.contains(self.names, [])", true],
		["sets.equivalent(self.names, ['a', 'b']) && !sets.equivalent(self.names, ['a'])", true],
		["sets.intersects(self.names, ['z', 'a']) && !sets.intersects(self.names, ['z'])", true],
		["self.text.find('l+o') + ' ' + self.text.find('w[^ ]*') + ' ' + self.text.find('z')", 'llo wörld '],
		["self.text.findAll('[a-zö]+')", ['hello', 'wörld']],
		["self.text.findAll('[a-z]', 2) + self.text.findAll('l', 0) + self.text.findAll('l{2}', -1)", ['h', 'e', 'll']],
		["self.names.map(n, n.find('b|a')).join('') + self.names[0].find(self.names[0])", 'babb'],
		["['10.0.0.1', '::1', '2001:DB8::', '::fffe:0:1', '1::1.2.3.4'].all(a, isIP(a))", true],
		["['10.0.0', '010.0.0.1', 'fe80::1%eth0', '::ffff:1.2.3.4', '1.2.3.4/8', '', '::g'].exists(a, isIP(a))", false],
		[
			"string(ip('2001:DB8:0:0:1:0:0:1')) + ' ' + string(ip('::1.2.3.4')) + ' ' + string(ip('1:0:0:2:0:0:0:3')) + ' ' + string(ip('::'))",
			'2001:db8::1:0:0:1 ::102:304 1:0:0:2::3 ::',
		],
		["string(ip('1:0:2:0:3:0:4:0')) + ' ' + string(ip('10.0.255.1')) + ' ' + string(ip('1::'))", '1:0:2:0:3:0:4:0 10.0.255.1 1::'],
		["ip.isCanonical('::1') && !ip.isCanonical('0::1') && ip('::1') == ip('0:0::1') && ip('1.1.1.1') != ip('::101:101')", true],
		["ip('10.0.0.1').family() + ip('::1').family()", 10],
		["ip('127.1.2.3').isLoopback() && ip('::1').isLoopback() && ip('0.0.0.0').isUnspecified() && !ip('::1').isUnspecified()", true],
		["ip('224.0.0.9').isLinkLocalMulticast() && ip('fe80::9').isLinkLocalUnicast() && ip('ff02::1').isLinkLocalMulticast()", true],
		["ip('192.168.0.1').isGlobalUnicast() && ip('2001:db8::1').isGlobalUnicast()", true],
		["['255.255.255.255', '224.1.2.3', 'ff05::1', '169.254.1.1', '127.0.0.1', '::'].exists(a, ip(a).isGlobalUnicast())", false],
		["['10.0.0.0/8', '::/0', '1.2.3.4/32', 'fe80::/128'].all(a, isCIDR(a))", true],
		["['10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', '::/129', '::ffff:1.2.3.4/100', '10.0.0.0/'].exists(a, isCIDR(a))", false],
		["cidr('10.1.0.0/16').containsIP('10.1.2.3') && !cidr('10.1.0.0/16').containsIP(ip('10.2.0.0')) && !cidr('::/0').containsIP('1.2.3.4')", true],
		["cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))", true],
		[
			"string(cidr('10.1.2.3/16').masked()) + ' ' + string(cidr('10.1.2.3/16').ip()) + ' ' + string(cidr('10.1.2.3/16').prefixLength())",
			'10.1.0.0/16 10.1.2.3 16',
		],
		["cidr('10.0.0.0/8') == cidr('10.0.0.0/8') && cidr('10.0.0.1/8') != cidr('10.0.0.0/8') && ['::1'].all(ip, isIP(ip))", true],
		["self.text.charAt(self.text.indexOf('!')) + self.text.charAt(self.text.lastIndexOf('!')) + self.text.substring(13)", '!!😀!'],
		["'😀a'.indexOf('a') + 10 * '😀a😀a'.indexOf('a', 2) + 100 * '😀a😀a'.lastIndexOf('a', 2) + 1000 * 'a'.indexOf('b')", -1000 + 100 + 30 + 1],
		["'😀ab'.substring(1) + '😀ab'.substring(0, 1) + 'ab'.substring(2)", 'ab😀'],
		["'😀a'.split('').join('|') + 'a,b,c'.split(',', 2).join('|') + 'a,b'.split(',', -1).join('|')", '😀|aa|b,ca|b'],
		["'ÉaZ'.lowerAscii() + 'éaZ'.upperAscii()", 'ÉazéAZ'],
		["self.names.map(n, [n].indexOf('a')).sum()", -2],
		['self.ints.all(sets, sets > 0)', true],
		['sets.contains(self.sorted, [1.0, 3.0]) && !sets.intersects(self.none, self.mixed) && sets.equivalent(self.objects, self.objects.map(x, x))', true],
		["quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('1').isLessThan(quantity('1001m'))", true],
		["quantity('1k').compareTo(quantity('1000')) + quantity('-1').sign()", -1],
		["quantity('2k').isInteger() && !quantity('1500m').isInteger()", true],
		["quantity('2k').asInteger() + quantity('50k').add(20).sub(quantity('50k')).asInteger()", 2020],
		["quantity('1500m').asApproximateFloat()", 1.5],
		["quantity('1024') == quantity('1Ki') && quantity('1') != quantity('2')", true],
		["isQuantity('1Gi') && !isQuantity('1GG') && compareQuantity('1Gi', '1G') > 0", true],
		['url(self.url).getScheme()', 'https'],
		["url(self.url).getHost() + ' ' + url(self.url).getHostname() + ' ' + url(self.url).getPort()", 'example.com:8080 example.com 8080'],
		['url(self.url).getEscapedPath()', '/a%20b/%C3%BC'],
		["url(self.url).getQuery()['x'][0] + url(self.url).getQuery()['y'][0]", '1a b'],
		["url('https://[::1]:80/').getHost() + url('https://[::1]:80/').getHostname() + url('/p?q').getEscapedPath()", '[::1]:80::1/p'],
		["url('https://a/') == url('https://a/') && url('https://a/') != url('https://b/')", true],
		["['https://a.example/x', '/path', 'mailto:a@b', 'http:///x'].all(u, isURL(u))", true],
		["['../relative', '', ':', 'https://a:b/', 'https://[::1/', 'https://a b/', '/%zz'].exists(u, isURL(u))", false],
	])('%s', (text, value) => {
		expect(run(text)).toEqual(value);
	});

	it.each<[string, string]>([
		['self.none.min() > 0', 'min called on empty list'],
		['self.mixed.max() > 0', 'values of different types'],
		['self.mixed.isSorted()', 'values of different types'],
		['self.mixed.sum() > 0', 'no such overload'],
		['[9223372036854775807, 1].sum() > 0', 'integer overflow'],
		["self.text.charAt(17) == ''", 'index out of range: 17'],
		["self.text.find('(?=a)') == ''", 'invalid or unsupported Perl syntax: `(?=`'],
		["ip('::ffff:1.2.3.4').family() == 4", 'parse error during conversion from string'],
		["cidr('10.0.0.0').prefixLength() > 0", 'network address parse error'],
		["'😀a'.substring(3) == ''", 'index out of range: 3'],
		["'abc'.substring(2, 1) == ''", 'invalid substring range'],
		["'a'.indexOf('a', 1) == 0", 'index out of range: 1'],
		["self.ints[0].indexOf('a') == 0", 'no matching overload'],
		["quantity('x').sign() > 0", 'quantities must match the regular expression'],
		["quantity('1500m').asInteger() > 0", 'cannot convert value to integer'],
		["url('relative').getHost() == ''", 'URL parse error during conversion from string'],
	])('%s fails', (text, why) => {
		expect(() => run(text)).toThrow(why);
	});
});

const text: Schema = { kind: 'string' };
const list = (items: Schema): Schema => ({ kind: 'list', items });
const most = (schema: Schema, rule: string, argument: number): Schema => ({ ...schema, rules: [{ rule, argument }] });

describe('types of functions', () => {
	const check = typeChecker(() => undefined);
	const bool = { types: ['bool'], called: 'bool' };
	it.each<[string, Schema, string | undefined]>([
		['self.isSorted()', list(text), undefined],
		['self.sum() > 1 && self.min() < self.max() && self.indexOf(1) >= 0', list({ kind: 'int64' }), undefined],
		["sets.contains(self, ['a'])", list(text), undefined],
		['quantity(self).isLessThan(quantity("1Gi"))', { kind: 'quantity' }, undefined],
		["url(self).getQuery()['a'].size() > 0", text, undefined],
		["self.replace('a', 'b').charAt(0) == 'b'", text, undefined],
		['self.isSorted()', list(list(text)), "found no matching overload for 'list.isSorted()'"],
		['self.sum() > 0', list(text), "found no matching overload for 'list.sum()'"],
		['self.getHost() == ""', text, "found no matching overload for 'string.getHost()'"],
		['self.min()', list(text), 'gives string, and must give bool'],
		['quantity("1GG").isLessThan(quantity(self))', text, 'quantity("1GG") always fails'],
		["self.find('(') == ''", text, 'find("(") always fails'],
		["self.findAll('a', 2).size() > 0", text, undefined],
		['cidr("10.0.0.0/8").containsIP(self)', text, undefined],
		['ip("10.0.0") == ip(self)', text, 'ip("10.0.0") always fails'],
		['url("relative").getHost() == self', text, 'url("relative") always fails'],
	])('%s', (expression, schema, problem) => {
		const found = check(expression, { self: schema }, bool);
		if (problem === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(problem);
	});
});

describe('the cost of functions', () => {
	const estimate = costEstimator(() => undefined);
	const refused = (expression: string, schema: Schema): boolean => costProblem('', estimate(expression, { self: schema }, 1), mostPerExpression) !== undefined;

	it.each<[string, Schema]>([
		['self.isSorted()', list(text)],
		["sets.contains(['a', 'b'], self)", list(text)],
		['self.all(x, self.indexOf(x) >= 0)', most(list(most(text, 'maxLength', 63)), 'maxItems', 100)],
		["self.replace('a', 'b').replace('b', 'c') != ''", text],
	])('%s may be evaluated', (expression, schema) => expect(refused(expression, schema)).toBe(false));

	it.each<[string, Schema]>([
		['self.all(x, self.indexOf(x) >= 0)', list(text)],
		['self.all(x, self.isSorted())', most(list(text), 'maxItems', 100)],
		['self.all(x, sets.contains(self, [x]))', list({ kind: 'int64' })],
		["self.all(x, self.all(y, x.replace(y, '') != x))", list(text)],
	])('%s may not', (expression, schema) => expect(refused(expression, schema)).toBe(true));

	it('is computed once for each part, at any depth', () => {
		expect(estimate(`self${".replace('a', 'b')".repeat(90)} != ''`, { self: text }, 1)).toBeLessThan(100_000_000);
	});

	it('is counted outside of loops as well', () => {
		const measured = compileExpression('self.isSorted()', ['self']);
		expect(measured({ self: Array.from({ length: 1_000 }, () => 'ten letter') })).toBe(true);
		expect(measured.cost()).toBeGreaterThan(2_000);
	});
});
