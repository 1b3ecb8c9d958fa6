/** The pods of one node: 100 of 100,000 by list, and by watch as one of a thousand watchers of as many nodes. */
import { named } from '../figures.ts';
import { report } from '../report.ts';
import { endSubject, load, startSubject } from '../subject.ts';
import { fanOut } from './watch.ts';

const nodes = 1000;
const podsPerNode = 100;
const path = '/api/v1/pods';
const lists = 300;
const eventsOfEach = 4;

export async function selected(built: string): Promise<void> {
	const subject = await startSubject(built);
	const writes = { method: 'POST', path: '/api/v1/namespaces/default/pods', body: podOf('pod-{n}', 'node-{i}'), wrap: nodes };
	await load(subject, { ...writes, clients: 64, requests: nodes * podsPerNode });
	const list = { method: 'GET', path: `${path}?fieldSelector=spec.nodeName%3Dnode-7`, clients: 1 };
	await load(subject, { ...list, requests: 20 });
	const { cpuPerRequest } = await load(subject, { ...list, requests: lists });
	const name = `LIST of the ${podsPerNode} of ${nodes * podsPerNode} pods that are on a node`;
	report({ figure: `${named(name, 1)}, CPU`, value: cpuPerRequest * 1000, unit: 'ms', sense: 'atMost', target: 1 });
	const warmedUp = { ...writes, clients: 4, requests: 5000, start: 500_000 };
	await load(subject, warmedUp);
	const version = (JSON.parse((await subject.server.call('GET', `${path}?limit=1`)).text) as { metadata: { resourceVersion: string } }).metadata
		.resourceVersion;
	const alone = await load(subject, { ...writes, clients: 4, requests: nodes * eventsOfEach, start: 1_000_000 });
	const watching = `${path}?watch=true&resourceVersion=${version}&fieldSelector=spec.nodeName%3Dnode-{w}`;
	const test = { watchers: nodes, protocol: 'http2' as const, events: eventsOfEach };
	const watched = await fanOut(subject, subject, test, watching, { ...writes, clients: 4, requests: nodes * eventsOfEach, start: 2_000_000 });
	report({
		figure: `CPU of a write of a pod, with a watcher for each of ${nodes} nodes`,
		value: 1e6 / watched.perCpuSecond,
		unit: 'µs',
		limit: alone.cpuPerRequest * 1e6,
		limitIs: 'an unwatched write',
		sense: 'atMost',
	});
	await endSubject(subject);
}

function podOf(name: string, nodeName: string): string {
	const spec = { nodeName, containers: [{ name: 'web', image: 'registry.example/web:1.2' }] };
	return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } }, spec });
}
