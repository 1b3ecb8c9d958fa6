/** Request bodies arrive unchanged for any chunking. */
import { describe, expect, it } from 'vitest';
import { BodyBytes } from '../../runtime/http2/body-bytes.ts';

/** Returns a chunk with a separate buffer, as Node delivers reads. */
function portion(bytes: number, first: number): Buffer {
	const own = Buffer.from(new ArrayBuffer(bytes));
	for (let i = 0; i < bytes; i++) own[i] = (first + i) % 251;
	return own;
}

describe('the bytes of a body', () => {
	it.each([
		['of nothing', []],
		['in one portion', [5_000]],
		['in a few', [1, 2, 3]],
		['in many small ones', Array.from({ length: 5_000 }, () => 20)],
		['in small and large ones by turns', Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 20_000 : (i * 37) % 4_200))],
		['in such as just fill a block, or nearly', [...Array.from({ length: 16 }, () => 1), ...Array.from({ length: 40 }, (_, i) => 4_095 + (i % 3))]],
	])('%s are those that came', (_, sizes) => {
		const bytes = new BodyBytes();
		const all: Buffer[] = [];
		let sent = 0;
		for (const size of sizes) {
			const one = portion(size, sent);
			sent += size;
			all.push(one);
			bytes.add(one);
		}
		expect(bytes.take().equals(Buffer.concat(all))).toBe(true);
	});

	it('are not copied when they arrive in one piece', () => {
		const bytes = new BodyBytes();
		const one = portion(100, 0);
		bytes.add(one);
		expect(bytes.take()).toBe(one);
	});
});
