/** Strings that encode a number, a time or a name, and continue tokens. */
import { durationMs, parseDuration } from '../../../runtime/scalars/duration.ts';
import { formats } from '../../../runtime/scalars/formats.ts';
import { canonicalQuantity, compareQuantities, parseQuantity, QuantityError } from '../../../runtime/scalars/quantity.ts';
import { canonicalMicroTime, canonicalTime, TimeError } from '../../../runtime/scalars/time.ts';
import { ContinueTokens } from '../../../runtime/verbs/context/continue-token.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const quantity: FuzzedParser = {
	name: 'quantity',
	seeds: [
		'1',
		'500m',
		'1.5Gi',
		'-0.0001n',
		'1e3',
		'12E',
		'1E400',
		'.5',
		'5.',
		'+1',
		'9223372036854775808',
		`${'9'.repeat(127)}`,
		`1e-${'9'.repeat(50)}`,
		'1e99999999999',
		'',
	],
	words: ['e', 'E', '.', 'Ki', 'm', 'n', '+', '999999999'],
	run(input) {
		const text = input.toString();
		const parsed = parseQuantity(text);
		const canonical = canonicalQuantity(text);
		if (compareQuantities(parseQuantity(canonical), parsed) !== 0) throw new Broken(`${text} and its canonical form ${canonical} are not equal`);
		if (canonicalQuantity(canonical) !== canonical) throw new Broken(`${canonical} is not canonical`);
	},
	refuses: (error) => error instanceof QuantityError,
};

const time: FuzzedParser = {
	name: 'time',
	seeds: [
		'2006-01-02T15:04:05Z',
		'2006-01-02T15:04:05.123456789+23:59',
		'0000-02-29T00:00:00-23:59',
		'9999-12-31T23:59:59.999999Z',
		'2006-01-02T15:04:60Z',
		'2006-02-30T00:00:00Z',
	],
	words: ['T', 'Z', '+24:00', '-00:00', '.', ',', '0000', '99'],
	run(input) {
		const text = input.toString();
		for (const canonical of [canonicalTime, canonicalMicroTime]) {
			const once = canonical(text);
			// Times before the first year and after the last have no canonical form.
			if (!/^\d{4}-/.test(once)) continue;
			if (canonical(once) !== once) throw new Broken(`${once} is not canonical`);
		}
	},
	refuses: (error) => error instanceof TimeError,
};

const duration: FuzzedParser = {
	name: 'duration',
	seeds: ['1h30m', '-1.5s', '100ns', '1µs', '0', '9223372036854775807ns', '9223372036854775808ns', '1h1h', '.s', ''],
	words: ['h', 'm', 's', 'ms', 'µs', 'μs', '.', '-', '9999999999'],
	run(input) {
		const text = input.toString();
		durationMs(text);
		try {
			parseDuration(text);
		} catch (error) {
			if (!(error instanceof Error) || error.constructor === TypeError || error.constructor === RangeError) throw error;
		}
	},
};

const names: FuzzedParser = {
	name: 'formats of texts',
	seeds: [
		'a',
		'example.com/name',
		'a.b-c.d',
		'10.0.0.1',
		'::1',
		'fe80::1%eth0',
		'10.0.0.0/8',
		'*.example.com',
		'HTTP',
		'-'.repeat(254),
		'a.'.repeat(2000),
		`${'a'.repeat(5000)}!`,
		'/a/../b',
		'é',
	],
	words: ['.', '-', '/', ':', '*', '_', '::', '%', 'A'],
	run(input) {
		const text = input.toString();
		for (const format of formats) for (const problem of format.check(text)) if (typeof problem !== 'string') problem.at('spec.x');
	},
};

const list = { resource: 'configmaps', namespace: 'a', filter: '&' };
const tokens = new ContinueTokens(Buffer.alloc(32, 'k'));
const given = [7, 2 ** 50].map((revision) => tokens.write({ revision, namespace: 'a', name: 'b'.repeat(revision === 7 ? 1 : 250), left: 3 }, list));

const continueToken: FuzzedParser = {
	name: 'continue token',
	seeds: [...given, '', Buffer.from('{"v":1,"rv":1,"ns":"","n":""}').toString('base64url')],
	words: ['A', '-', '_', '=', '+', '\n'],
	run(input) {
		const text = input.toString('latin1');
		tokens.read(text, list);
		if (!given.includes(text)) throw new Broken(`nobody gave the token ${text}`);
	},
	refuses: isRefusal,
};

export const scalars: readonly FuzzedParser[] = [quantity, time, duration, names, continueToken];
