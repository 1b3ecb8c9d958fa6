/** LIST of 1,000 and 10,000 objects of 1.6 KB, one client. Limit: the same bytes from prepared buffers over TLS. */
import { collection, configMap } from '../objects.ts';
import { residentBytes } from '../process.ts';
import { report } from '../report.ts';
import { endSubject, load, startBare, startSubject } from '../subject.ts';

const objectBytes = 1600;

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
		const limit = await load(bare, { method: 'GET', path: '/list', clients: 1, requests: 40 });
		await bare.child.end();
		const before = residentBytes(subject.pid);
		const result = await load(subject, { method: 'GET', path: collection, clients: 1, requests: 40 });
		report({
			figure: `LIST ${count} (${Math.round(size / 1e5) / 10} MB)`,
			value: result.p50Ms,
			unit: 'ms',
			...(targetMs !== undefined && { target: targetMs, sense: 'atMost' as const }),
			limit: limit.p50Ms,
			limitIs: 'the same bytes, prepared',
		});
		report({
			figure: `LIST ${count}, CPU`,
			value: result.cpuPerRequest * 1000,
			unit: 'ms',
			limit: limit.cpuPerRequest * 1000,
			limitIs: 'the same bytes, prepared',
			sense: 'atMost',
		});
		const eight = await load(subject, { method: 'GET', path: collection, clients: 8, requests: 40 });
		report({
			figure: `LIST ${count}, 8 clients, memory for each in flight`,
			value: Math.max(0, residentBytes(subject.pid) - before) / 8 / 1e6,
			unit: 'MB',
			...(targetMs !== undefined && { target: 5, sense: 'atMost' as const }),
			note: `p99 ${Math.round(eight.p99Ms)} ms`,
		});
	}
	await endSubject(subject);
}
