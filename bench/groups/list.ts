/** LIST of 1,000 and 10,000 objects of 1.6 KB at 1 and 64 clients. Limit: the same bytes from prepared buffers over TLS. */
import { bareLimit, named, reportLoad } from '../figures.ts';
import { collection, configMap } from '../objects.ts';
import { peakResidentBytes, residentBytes } from '../process.ts';
import { report } from '../report.ts';
import { endSubject, load, startBare, startSubject } from '../subject.ts';

const objectBytes = 1600;
const durationMs = 5000;
const warmUpMs = 700;

export async function list(built: string): Promise<void> {
	const subject = await startSubject(built);
	let made = 0;
	for (const [count, targetMs] of [
		[1000, undefined],
		[10_000, 25],
	] as const) {
		await load(subject, { method: 'POST', path: collection, body: configMap('list-{i}', objectBytes - 250), clients: 64, requests: count - made, start: made });
		made = count;
		const size = (await subject.server.call('GET', collection)).bytes.length;
		const bare = await startBare(subject, '{}', size);
		// The first lists compile the code and defragment the objects' memory.
		await load(subject, { method: 'GET', path: collection, clients: 1, requests: 40 });
		for (const clients of [1, 64]) {
			const name = named(`LIST ${count} (${Math.round(size / 1e5) / 10} MB)`, clients);
			const limit = bareLimit('the same bytes, prepared', await load(bare, { method: 'GET', path: '/list', clients, warmUpMs, durationMs }));
			const before = residentBytes(subject.pid);
			const peak = peakResidentBytes(subject.pid);
			const result = await load(subject, { method: 'GET', path: collection, clients, warmUpMs, durationMs });
			reportLoad(name, result, clients === 1 && targetMs !== undefined ? { p50Ms: targetMs } : {}, limit);
			report({
				figure: `${name}, memory for each in flight`,
				value: Math.max(0, peak() - before) / clients / 1e6,
				unit: 'MB',
				sense: 'atMost',
				...(clients > 1 && targetMs !== undefined && { target: 5 }),
			});
		}
		await bare.child.end();
	}
	await endSubject(subject);
}
