/**
 * Tests answers that were compared, request by request, with those of kube-apiserver, whose clients must work here. Each difference found
 * has one row.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invalid, statusOf } from '../../runtime/api/errors.ts';
import { type Call, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
	await server.call('POST', configMaps, { body: { metadata: { name: 'there' }, data: { a: '1' } } });
	await server.call('POST', configMaps, { body: { metadata: { name: 'going', finalizers: ['example.com/a'] } } });
	await server.call('DELETE', `${configMaps}/going`);
	await server.call('POST', pods, { body: pod('placed', 'node-1') });
	await server.call('DELETE', `${pods}/placed`);
	await server.call('POST', pods, { body: pod('unplaced') });
	await server.call('POST', limits, { body: { metadata: { name: 'there' }, spec: { limits: [] } } });
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const limits = '/api/v1/namespaces/default/limitranges';
const merge = 'application/merge-patch+json';
const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap)';
const pod = (name: string, nodeName?: string) => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...(nodeName && { nodeName }) } });
const patch = (metadata: object | null): Call => ({ type: merge, body: { metadata } as Loose });

interface Row {
	readonly what: string;
	readonly request: readonly [method: string, url: string, call?: Call];
	readonly status: number;
	readonly body: object;
}

const rows: readonly Row[] = [
	{
		what: 'a name that is taken by an object on its way out says so',
		request: ['POST', configMaps, { body: { metadata: { name: 'going' } } }],
		status: 409,
		body: { message: 'object is being deleted: configmaps "going" already exists' },
	},
	{
		what: 'a name that is taken by one that stays does not',
		request: ['POST', configMaps, { body: { metadata: { name: 'there' } } }],
		status: 409,
		body: { message: 'configmaps "there" already exists', details: { name: 'there', kind: 'configmaps' } },
	},
	{
		what: 'a name that is taken, of an object that has a generateName, too, may be free in a second',
		request: ['POST', configMaps, { body: { metadata: { name: 'there', generateName: 'a-' } } }],
		status: 409,
		body: {
			message: 'configmaps "there" already exists, the server was not able to generate a unique name for the object',
			details: { name: 'there', kind: 'configmaps', retryAfterSeconds: 1 },
		},
	},
	{
		what: 'null in a list of a merge patch is none, and no zero',
		request: [
			'PATCH',
			`${limits}/there?dryRun=All`,
			{ type: merge, body: { spec: { limits: [{ type: 'Container', max: { cpu: null }, default: { cpu: '500m' } }] } } },
		],
		status: 200,
		body: { spec: { limits: [{ type: 'Container', default: { cpu: '500m' } }] } },
	},
	{
		what: 'a wrong uid as the precondition of a delete',
		request: ['DELETE', `${configMaps}/there`, { body: { preconditions: { uid: 'other' } } }],
		status: 409,
		body: {
			message: expect.stringMatching(
				/^Operation cannot be fulfilled on configmaps "there": the UID in the precondition \(other\) does not match the UID in record \([-0-9a-f]+\)\. The object might have been deleted and then recreated$/,
			),
		},
	},
	{
		what: 'another object as the body of a delete deletes nothing',
		request: ['DELETE', `${configMaps}/there`, { body: { kind: 'ConfigMap', apiVersion: 'v1' } }],
		status: 400,
		body: { message: 'the body of a DELETE must be DeleteOptions, but is of kind "ConfigMap"' },
	},
	{ what: 'options that are null are none', request: ['DELETE', `${configMaps}/there?dryRun=All`, { body: 'null' }], status: 200, body: { status: 'Success' } },
	{
		what: 'a patch cannot rename',
		request: ['PATCH', `${configMaps}/there`, patch({ name: 'else' })],
		status: 400,
		body: { message: 'the name of the object (else) does not match the name on the URL (there)' },
	},
	{
		what: 'a patch cannot take the metadata away',
		request: ['PATCH', `${configMaps}/there`, patch(null)],
		status: 400,
		body: { message: 'the name of the object (there based on URL) was undeterminable: name must be provided' },
	},
	{
		what: 'a patch cannot change the uid',
		request: ['PATCH', `${configMaps}/there`, patch({ uid: 'x' })],
		status: 422,
		body: { message: 'ConfigMap "there" is invalid: metadata.uid: Invalid value: "x": field is immutable' },
	},
	{
		what: 'a strategic merge patch is of the type of its URL, whatever it says',
		request: [
			'PATCH',
			`${configMaps}/there?dryRun=All`,
			{ type: 'application/strategic-merge-patch+json', body: { apiVersion: 'apps/v1', kind: 'Other', data: { b: '2' } } },
		],
		status: 200,
		body: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '2' } },
	},
	{
		what: 'a patch that takes the kind away leaves it',
		request: ['PATCH', `${configMaps}/there?dryRun=All`, { type: merge, body: { kind: null, data: { b: '2' } } }],
		status: 200,
		body: { kind: 'ConfigMap', data: { a: '1', b: '2' } },
	},
	{
		what: 'a patch that says another kind is refused',
		request: ['PATCH', `${configMaps}/there?dryRun=All`, { type: merge, body: { kind: 'Other' } }],
		status: 422,
		body: { message: expect.stringContaining('kind cannot be changed to "Other"') },
	},
	{
		what: 'a PUT for another namespace says so, though it has no name either',
		request: ['PUT', `${configMaps}/there`, { body: { metadata: { namespace: 'elsewhere' } } }],
		status: 400,
		body: { message: 'the namespace of the provided object does not match the namespace sent on the request' },
	},
	{
		what: 'an operation of a JSON patch has no other members, says who is strict',
		request: [
			'PATCH',
			`${configMaps}/there?fieldValidation=Strict`,
			{ type: 'application/json-patch+json', body: '[{"op":"test","path":"/data/a","value":"1","note":"x"}]' },
		],
		status: 422,
		body: { message: expect.stringContaining('strict decoding error: json patch unknown field "[0].note"') },
	},
	{
		what: 'a PUT without a name is wrong whether or not the object is there',
		request: ['PUT', `${configMaps}/nowhere`, { body: {} }],
		status: 400,
		body: { message: 'the name of the object (nowhere based on URL) was undeterminable: name must be provided' },
	},
	{
		what: 'a finalizer that stands twice',
		request: ['POST', configMaps, { body: { metadata: { name: 'twice', finalizers: ['example.com/a', 'example.com/a'] } } }],
		status: 201,
		body: { metadata: { finalizers: ['example.com/a', 'example.com/a'] } },
	},
	{
		what: 'a version beyond all numbers is too new, not malformed',
		request: ['GET', `${configMaps}/there?resourceVersion=99999999999999999`],
		status: 504,
		body: { reason: 'Timeout', message: expect.stringMatching(/^Timeout: Too large resource version: /) },
	},
	{
		what: 'there are no kinds that were defined at run time, which kubectl asks before it says that a kind is unknown',
		request: ['GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=500', { accept: 'application/json' }],
		status: 200,
		body: { kind: 'CustomResourceDefinitionList', apiVersion: 'apiextensions.k8s.io/v1', metadata: { resourceVersion: expect.any(String) }, items: [] },
	},
	{
		what: 'and none can be made',
		request: ['POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: {} }],
		status: 404,
		body: { reason: 'NotFound' },
	},
	...(
		[
			['truncated JSON', 'application/json', '{"a"', `${unrecognized}: couldn't get version/kind; json parse error: unexpected end of JSON input`],
			['nothing', 'application/json', '', `${unrecognized}: couldn't get version/kind; json parse error: unexpected end of JSON input`],
			[
				'an unclosed list',
				'application/yaml',
				'a: [',
				expect.stringMatching(/^the object provided is unrecognized \(must be of type ConfigMap\): .*yaml: line 1/),
			],
			['no protobuf', 'application/vnd.kubernetes.protobuf', '', `${unrecognized}: empty data`],
			['an empty envelope', 'application/vnd.kubernetes.protobuf', 'k8s\0', `${unrecognized}: empty body`],
			['a cut envelope', 'application/vnd.kubernetes.protobuf', 'k8s\0\n\x05\n', `${unrecognized}: unexpected EOF`],
			[
				'a kind that is not there',
				'application/json',
				'{"kind":"Nope","apiVersion":"v1"}',
				'Nope in version "v1" cannot be handled as a ConfigMap: no kind "Nope" is registered for version "v1"',
			],
			[
				'a version that is not there',
				'application/json',
				'{"kind":"ConfigMap","apiVersion":"v2"}',
				'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2"',
			],
		] as const
	).map(
		([what, type, body, message]): Row => ({ what: `a body that is ${what}`, request: ['POST', configMaps, { body, type }], status: 400, body: { message } }),
	),
	{ what: 'an empty Accept accepts all', request: ['GET', `${configMaps}/there`, { accept: '' }], status: 200, body: { kind: 'ConfigMap' } },
	{
		what: 'frames are only for watches, but asking for them does no harm',
		request: ['GET', `${configMaps}/there`, { accept: 'application/json;stream=watch' }],
		status: 200,
		body: { kind: 'ConfigMap' },
	},
	{
		what: 'a pod that goes at once says that it has no grace',
		request: ['DELETE', `${pods}/unplaced`],
		status: 200,
		body: { metadata: { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0 } },
	},
	{
		what: 'a pod whose grace is cut to nothing says so',
		request: ['DELETE', `${pods}/placed`, { body: { gracePeriodSeconds: 0 } }],
		status: 200,
		body: { metadata: { deletionGracePeriodSeconds: 0 } },
	},
	{
		what: 'bytes that are null are empty',
		request: ['POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 'empty' }, data: { a: null } } }],
		status: 201,
		body: { data: { a: '' } },
	},
];

describe('a patch that names another type', () => {
	const strategic = 'application/strategic-merge-patch+json';
	const json = 'application/json-patch+json';
	const refused = (why: string) => ({ status: 422, body: { reason: 'Invalid', message: expect.stringContaining(why) } });
	const taken = { status: 200, body: { kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } } };
	test.each([
		['a strategic one is passed over', strategic, { kind: 'Secret', apiVersion: 'v2' }, taken],
		['a strategic one takes both away', strategic, { kind: null, apiVersion: null }, taken],
		['a strategic one that is no text', strategic, { kind: 5 }, refused('kind cannot be changed to 5')],
		['a merge patch', merge, { kind: 'Secret' }, refused('kind cannot be changed to "Secret"')],
		['a merge patch, of another version', merge, { apiVersion: 'v2' }, refused('apiVersion cannot be changed to "v2"')],
		['a merge patch takes the kind away', merge, { kind: null }, taken],
		['a merge patch takes the version away', merge, { apiVersion: null }, refused('apiVersion cannot be changed to null')],
		['a JSON patch', json, [{ op: 'replace', path: '/kind', value: 'Secret' }], refused('kind cannot be changed to "Secret"')],
		['a JSON patch takes the kind away', json, [{ op: 'remove', path: '/kind' }], taken],
	] as const)('%s', async (_, type, body, answer) => {
		expect(await server.call('PATCH', `${configMaps}/there`, { type, body: JSON.stringify(body) })).toMatchObject(answer);
	});
});

describe('deployments', () => {
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	test('annotations count in the generation, labels and the status do not', async () => {
		const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
		await server.call('POST', deployments, {
			body: { metadata: { name: 'web', labels: { v: '1' } }, spec: { selector: { matchLabels: { app: 'web' } }, template } },
		});
		const generation = async (url: string, call: Call): Promise<number> => (await server.call('PATCH', url, call)).body.metadata.generation;
		expect(await generation(`${deployments}/web`, patch({ labels: { v: '2' } }))).toBe(1);
		expect(await generation(`${deployments}/web`, patch({ annotations: { example: 'x' } }))).toBe(2);
		expect(await generation(`${deployments}/web/status`, { type: merge, body: { metadata: { annotations: { example: 'y' } }, status: { replicas: 1 } } })).toBe(
			2,
		);
	});
	test('their status does not change their labels', async () => {
		const { body } = await server.call('PATCH', `${deployments}/web/status`, patch({ labels: { v: '3' } }));
		expect(body.metadata.labels).toEqual({ v: '2' });
	});
});

describe('answers', () => {
	test('details leave out a name that is not known', () => {
		expect(statusOf(invalid('DeleteOptions', 'meta.orch.io', '', []))).toMatchObject({ details: { kind: 'DeleteOptions', group: 'meta.orch.io', causes: [] } });
		expect(statusOf(invalid('DeleteOptions', 'meta.orch.io', '', []))).not.toHaveProperty('details.name');
	});
	test.each(rows)('$what', async ({ request, status, body }) => {
		const answer = await server.call(...request);
		expect(answer).toMatchObject({ status, body });
	});
});
