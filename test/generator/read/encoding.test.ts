/** Spec files that are not valid UTF-8. */
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../generator/read/source/encoding.ts';
import { diagnose, product } from '../fixture.ts';

const place = { path: 'shop/product.yaml', file: 'shop/product.yaml' };
const findings = (bytes: Uint8Array): string[] => diagnose({ ...place, ...decodeText(bytes) }).map((finding) => finding.split('\n')[0] ?? '');

const bytes = Buffer.from(product);
const within = bytes.indexOf('How large') + 4;
const latin1 = (after: number, byte: number): Buffer => Buffer.concat([bytes.subarray(0, after), Buffer.from([byte]), bytes.subarray(after + 1)]);
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const line = product.slice(0, within).split('\n').length;
const column = within - product.lastIndexOf('\n', within);

describe('a spec file', () => {
	it.each<[string, Uint8Array, string]>([
		['a byte of Latin-1', latin1(within, 0xe9), `${line}:${column}: error: byte ${within} (0xe9) is not UTF-8: save the file as UTF-8`],
		['a character that is cut off at the end', Buffer.concat([bytes, Buffer.from([0xe2, 0x82])]), `byte ${bytes.length} (0xe2) is not UTF-8`],
		['a surrogate in three bytes', Buffer.concat([Buffer.from('# '), Buffer.from([0xed, 0xa0, 0x80])]), '1:3: error: byte 2 (0xed) is not UTF-8'],
		['behind U+FFFD that was written', Buffer.concat([Buffer.from('# \ufffd é '), Buffer.from([0xff])]), '1:7: error: byte 9 (0xff) is not UTF-8'],
		['behind a mark', Buffer.concat([Buffer.from('\ufeff# '), Buffer.from([0x80])]), '1:3: error: byte 5 (0x80) is not UTF-8'],
		['UTF-16 with a mark', Buffer.from(`\ufeff${product}`, 'utf16le'), '1:1: error: the file is in UTF-16: save it as UTF-8'],
		['UTF-16 with a mark, the other way', bigEndian(`\ufeff${product}`), '1:1: error: the file is in UTF-16'],
		['UTF-16 without a mark', Buffer.from(product, 'utf16le'), '1:1: error: the file is in UTF-16'],
		['UTF-16 without a mark, the other way', bigEndian(product), '1:1: error: the file is in UTF-16'],
		['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x6b, 0, 0, 0]), '1:1: error: the file is in UTF-32'],
		['a zero byte', latin1(within, 0), `${line}:${column}: error: this is not YAML: U+0000 must be written as an escape`],
		['a control character', latin1(within, 0x1b), 'this is not YAML: U+001B must be written as an escape'],
	])('is refused with %s, where it is', (_, content, finding) => {
		const [first, ...more] = findings(content);
		expect([first, more]).toEqual([expect.stringContaining(finding), []]);
	});

	it.each<[string, Buffer]>([
		['a mark of UTF-8', Buffer.concat([Buffer.from('\ufeff'), bytes])],
		['characters of all lengths, and U+FFFD', Buffer.concat([Buffer.from('# é € 😀 \ufffd\n'), bytes])],
	])('is read with %s', (_, content) => {
		expect(findings(content)).toEqual([]);
	});

	it('has visible positions, after a byte order mark', () => {
		const content = Buffer.from(`\ufeff${product.replace('kind: Product', 'kynd: Product')}`);
		expect(findings(content)).toContainEqual(expect.stringMatching(/^shop\/product\.yaml:1:1: error: unknown keyword "kynd"/));
	});
});
