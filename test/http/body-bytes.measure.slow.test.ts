/** Measures that a request body needs little more memory than its size, however it arrives. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { BodyBytes } from '../../runtime/http2/body-bytes.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the memory in use after garbage collection. */
function held(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

it.each([
	['small chunks', () => 20],
	['small and large chunks by turns', (i: number) => (i % 2 === 0 ? 20 : 5_000)],
])('needs at most 1.5 times the size of a body in %s', (_, size) => {
	const before = held();
	const bytes = new BodyBytes();
	let sent = 0;
	for (let i = 0; sent < 4_000_000; i++) {
		// A chunk with a separate buffer, as Node delivers reads.
		bytes.add(Buffer.from(new ArrayBuffer(size(i))));
		sent += size(i);
	}
	expect(held() - before).toBeLessThan(1.5 * sent);
	expect(bytes.take()).toHaveLength(sent);
});
