/**
 * Server-side apply of new objects, of unchanged ones and of a change, compared with a PUT of the same. Also of a list-map of 10,000
 * entries.
 */
import { named } from '../figures.ts';
import { mergeOfLongLists } from '../merge.ts';
import { collection, configMap } from '../objects.ts';
import { cpuSeconds } from '../process.ts';
import { report } from '../report.ts';
import { endSubject, load, type Subject, startSubject } from '../subject.ts';

const requests = 12_000;
const objects = 1000;
const objectBytes = 900;
/** Largest CPU of an apply that changes the object, relative to a PUT that does (DESIGN section 10). */
const mostOfPut = 1.5;

const applied = { method: 'PATCH', path: `${collection}/bench-{i}?fieldManager=bench`, contentType: 'application/apply-patch+yaml' } as const;
const changing = configMap('bench-{i}', objectBytes, { t: '{t}' });

export async function apply(built: string): Promise<void> {
	const subject = await startSubject(built);
	await load(subject, { ...applied, body: configMap('bench-{i}', objectBytes), clients: 64, requests: objects });
	const microseconds = async (of: Omit<Parameters<typeof load>[1], 'clients' | 'requests'>): Promise<number> => {
		// This run compiles the code.
		await load(subject, { ...of, clients: 64, requests });
		return 1e6 * (await load(subject, { ...of, clients: 64, requests, start: requests })).cpuPerRequest;
	};
	const put = await microseconds({ method: 'PUT', path: `${collection}/bench-{i}`, body: changing, wrap: objects });
	const change = await microseconds({ ...applied, path: `${applied.path}&force=true`, body: changing, wrap: objects });
	const create = await microseconds({ ...applied, path: `${collection}/new-{i}?fieldManager=bench`, body: configMap('new-{i}', objectBytes) });
	const same = await microseconds({ ...applied, path: `${collection}/new-{i}?fieldManager=bench`, body: configMap('new-{i}', objectBytes), wrap: objects });
	const tell = (what: string, value: number, target?: number): void => {
		const limit = { limit: put, limitIs: 'a PUT in the same run' };
		report({ figure: `${named(what, 64)}, CPU`, value, unit: 'µs', sense: 'atMost', ...(target !== undefined && { target }), ...limit });
	};
	tell('apply, a change', change, Math.round(mostOfPut * put));
	tell('apply, a new object', create);
	tell('apply, nothing new', same);
	await longList(subject);
	await endSubject(subject);
	mergeOfLongLists();
}

const entries = 10_000;
const rounds = 15;

/** Measures changes of one entry among many. The thread for large requests handles them one after the other. */
async function longList({ server, pid }: Subject): Promise<void> {
	const deployments = '/apis/apps/v1/namespaces/default/deployments/long';
	const deployment = (value: string): string => {
		const env = Array.from({ length: entries }, (_, at) => ({ name: `E${at}`, value: at === 0 ? value : 'v' }));
		const template = { metadata: { labels: { app: 'long' } }, spec: { containers: [{ name: 'c', image: 'i', env }] } };
		const spec = { selector: { matchLabels: { app: 'long' } }, template };
		return JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'long' }, spec });
	};
	const measured = async (method: string, path: string, type: string): Promise<{ readonly p50Ms: number; readonly cpuMs: number }> => {
		const times: number[] = [];
		let cpu = 0;
		for (let round = -rounds; round < rounds; round++) {
			if (round === 0) cpu = cpuSeconds(pid);
			const body = deployment(`${method}-${round}`);
			const began = performance.now();
			const { status, text } = await server.call(method, path, body, { 'content-type': type });
			if (status >= 300) throw new Error(text.slice(0, 500));
			if (round >= 0) times.push(performance.now() - began);
		}
		return { p50Ms: times.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN, cpuMs: (1000 * (cpuSeconds(pid) - cpu)) / rounds };
	};
	const apply = await measured('PATCH', `${deployments}?fieldManager=bench&force=true`, applied.contentType);
	const put = await measured('PUT', deployments, 'application/json');
	const what = `an entry of a list of ${entries}`;
	const limitIs = 'a PUT of the same';
	report({ figure: `apply, ${what}, p50`, value: apply.p50Ms, unit: 'ms', sense: 'atMost', limit: put.p50Ms, limitIs });
	report({
		figure: `apply, ${what}, CPU`,
		value: apply.cpuMs,
		unit: 'ms',
		sense: 'atMost',
		target: Math.round(mostOfPut * put.cpuMs),
		limit: put.cpuMs,
		limitIs,
	});
}
