/**
 * A Table of 5,000 pods, as `kubectl get pods` requests it. The first request makes the rows; later ones use cached rows, except for the
 * ages.
 */
import { named } from '../figures.ts';
import { report } from '../report.ts';
import { endSubject, load, startSubject } from '../subject.ts';

const count = 5000;
const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const path = '/api/v1/namespaces/default/pods';
/** Lists that compile the code before measuring. */
const warmUps = 20;
const lists = 60;

export async function tables(built: string): Promise<void> {
	const subject = await startSubject(built);
	const container = {
		name: 'web',
		image: 'registry.example/web:1.2',
		ports: [{ containerPort: 8080 }],
		resources: { requests: { cpu: '100m', memory: '64Mi' } },
	};
	const pod = { metadata: { name: 'web-{i}', labels: { app: 'web' } }, spec: { containers: [container, { ...container, name: 'side', ports: [] }] } };
	await load(subject, { method: 'POST', path, body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...pod }), clients: 64, requests: count });
	const name = `Table of ${count} pods`;
	const first = await load(subject, { method: 'GET', path, accept, clients: 1, requests: 1 });
	report({ figure: named(`${name}, the first`, 1), value: first.cpuPerRequest * 1000, unit: 'ms CPU', sense: 'atMost', target: 250 });
	await load(subject, { method: 'GET', path, accept, clients: 1, requests: warmUps });
	const later = await load(subject, { method: 'GET', path, accept, clients: 1, requests: lists });
	report({ figure: named(`${name}, once its rows are kept`, 1), value: later.cpuPerRequest * 1000, unit: 'ms CPU', sense: 'atMost', target: 15 });
	await endSubject(subject);
}
