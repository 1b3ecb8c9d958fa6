/** Tests that the replacements for Node's functions in client packages return the same as Node. */
import { isIP as nodeIsIp } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIP, plainBytes } from '../../sdk/typescript/validation/platform.ts';
import { runs } from '../setup/sample.ts';

const addresses = [
	...['1.2.3.4', '0.0.0.0', '255.255.255.255', '256.1.1.1', '01.2.3.4', '1.2.3', '1.2.3.4.5', '', ' 1.2.3.4', '1.2.3.4 ', '1.2.3.04', '1..2.3'],
	...['::', '::1', '1::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8', '1::2::3', '1:2:3:4:5:6:7:8:9', ':::', ':1', '1:'],
	...[
		'::ffff:1.2.3.4',
		'1:2:3:4:5:6:1.2.3.4',
		'1:2:3:4:5:6:7:1.2.3.4',
		'::1.2.3.4',
		'1.2.3.4::',
		'::1.2.3',
		'12345::',
		'g::',
		'::1%eth0',
		'::1%',
		'::1%a%b',
		'::1%a b',
		'2001:DB8::1',
	],
	...['1::2:3:4:5:6:7', '1:2::3:4:5:6:7:8', '::1:2:3:4:5:6:7', '1:2:3:4:5:6::1.2.3.4', '1:2:3:4:5::1.2.3.4', '1.2.3.4:1::'],
];

describe('addresses', () => {
	it.each(addresses)('%s', (text) => expect(isIP(text)).toBe(nodeIsIp(text)));

	it('made of any address characters are recognized', () => {
		const texts = fc.array(fc.constantFrom('0', '1', '25', 'f', 'ffff', ':', '::', '.', '%', '1.2.3.4', 'g'), { maxLength: 18 }).map((parts) => parts.join(''));
		fc.assert(
			fc.property(texts, (text) => isIP(text) === nodeIsIp(text)),
			{ numRuns: runs(5_000) },
		);
	});
});

describe('bytes', () => {
	it('convert text, base64 and hex', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.base64String(), fc.uint8Array(), (text, base64, bytes) => {
				expect(plainBytes.byteLength(text)).toBe(Buffer.byteLength(text));
				expect(plainBytes.from(base64, 'base64').toString('base64')).toBe(Buffer.from(base64, 'base64').toString('base64'));
				expect(plainBytes.from(bytes).toString('base64')).toBe(Buffer.from(bytes).toString('base64'));
				expect(plainBytes.from(Buffer.from(text).toString('hex'), 'hex').toString()).toBe(Buffer.from(text).toString());
			}),
		);
	});

	it('compare in order', () => {
		fc.assert(fc.property(fc.uint8Array({ max: 3 }), fc.uint8Array({ max: 3 }), (a, b) => plainBytes.compare(a, b) === Buffer.compare(a, b)));
	});
});
