/** Lists of 10,000 pods in protobuf compared with JSON, once the encodings of the objects are cached. */
import { vocabulary } from '../../generated/vocabulary.ts';
import { named } from '../figures.ts';
import { report } from '../report.ts';
import { endSubject, load, startSubject } from '../subject.ts';

const count = 10_000;
const path = '/api/v1/namespaces/default/pods';
const container = {
	name: 'web',
	image: 'registry.example/web:1.2',
	ports: [{ containerPort: 8080 }],
	resources: { requests: { cpu: '100m', memory: '64Mi' } },
};
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-{i}', labels: { app: 'web' } }, spec: { containers: [container] } };
/** Lists that compile the code before measuring. */
const warmUps = 15;
const rounds = 5;
const lists = 15;

export async function encodings(built: string): Promise<void> {
	const subject = await startSubject(built);
	await load(subject, { method: 'POST', path, body: JSON.stringify(pod), clients: 64, requests: count });
	const cost = async (accept: string, requests: number): Promise<number> =>
		1000 * (await load(subject, { method: 'GET', path, accept, clients: 1, requests })).cpuPerRequest;
	const [json, protobuf] = ['application/json', `application/vnd.${vocabulary.product}.protobuf`];
	const first = await cost(protobuf, 1);
	for (const accept of [json, protobuf]) await cost(accept, warmUps);
	const pairs: (readonly [json: number, protobuf: number])[] = [];
	for (let round = 0; round < rounds; round++) pairs.push([await cost(json, lists), await cost(protobuf, lists)]);
	const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
	const name = `LIST of ${count} pods`;
	report({ figure: named(`${name} in protobuf, the first`, 1), value: first, unit: 'ms CPU', sense: 'atMost' });
	report({ figure: named(`${name} in JSON`, 1), value: middle(pairs.map(([each]) => each)), unit: 'ms CPU', sense: 'atMost' });
	report({
		figure: named(`${name} in protobuf over JSON`, 1),
		value: middle(pairs.map(([one, other]) => other / one)),
		unit: 'times',
		sense: 'atMost',
		target: 2,
	});
	await endSubject(subject);
}
