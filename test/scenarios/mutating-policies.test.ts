/** Tests MutatingAdmissionPolicies against the built server at 1.36: what they change, and what they refuse (KEP-3962). */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Configurations, hook, patching, reviewing } from '../setup/admission.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { Policies } from '../setup/policies.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { answering, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

let webhook: WebhookServer;
let server: ServerProcess;
let policies: Policies;
let configurations: Configurations;
const expects = expecting(() => server);

beforeAll(async () => {
	webhook = await startWebhook({}, { serves: 'anybody', names: ['127.0.0.1'] });
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
	policies = new Policies((...request) => server.call(...request));
	configurations = new Configurations((...request) => server.call(...request), webhook);
});
afterEach(async () => {
	await policies.clear();
	await configurations.clear();
});
afterAll(async () => {
	await server?.remove();
	await webhook?.close();
});

const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });
const patch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const create = (status: number, data: object, more: object = {}): Promise<Loose> =>
	expects(status, 'POST', `${configMaps}?dryRun=All`, { metadata: { name: 'a', ...more }, data });
const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const ofDeployments = { matchConstraints: { resourceRules: [rule] } };
const deployment = (spec: object = {}) => ({
	metadata: { name: 'a' },
	spec: {
		selector: { matchLabels: { a: 'b' } },
		template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'one', image: 'one' }] } },
		...spec,
	},
});

describe('a configuration', () => {
	it('is merged as by server-side apply', async () => {
		const containers =
			'[Object.spec.template.spec.containers{name: "side", image: "side"}, Object.spec.template.spec.containers{name: "one", workingDir: "/w"}]';
		const expression = `Object{metadata: Object.metadata{labels: {"set": object.metadata.name}}, spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: ${containers}}}}}`;
		await policies.mutating('p', { spec: { ...ofDeployments, mutations: [apply(expression)] } });
		const { metadata, spec } = await expects(201, 'POST', `${deployments}?dryRun=All`, deployment());
		expect(metadata.labels).toEqual({ set: 'a' });
		expect(spec.template.spec.containers).toMatchObject([
			{ name: 'side', image: 'side', terminationMessagePath: '/dev/termination-log' },
			{ name: 'one', image: 'one', workingDir: '/w' },
		]);
	});

	it('omits fields whose optional value is missing', async () => {
		await policies.mutating('p', {
			spec: { mutations: [apply('Object{metadata: Object.metadata{labels: {"a": "b"}, ?annotations: object.metadata.?annotations}}')] },
		});
		expect((await create(201, {})).metadata).toMatchObject({ labels: { a: 'b' } });
	});

	it.each([
		[
			'an unknown field',
			'Object{spec: Object.spec{none: 1}}',
			'error applying patch: failed to convert patch object to typed object: .spec.none: field not declared in schema',
		],
		[
			'another type',
			'Object{spec: Object.spec{replicas: "x"}}',
			'error applying patch: failed to convert patch object to typed object: .spec.replicas: expected numeric (int or float), got "x"',
		],
		[
			'part of an atomic value',
			'Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}}}',
			'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
		],
		[
			'a type of another name',
			'Object{spec: Object.status{replicas: 1}}',
			'type mismatch: unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
		],
	])('with %s is refused', async (_, expression, why) => {
		await policies.mutating('p', { spec: { ...ofDeployments, mutations: [apply(expression)] } });
		const answer = await expects(403, 'POST', `${deployments}?dryRun=All`, deployment());
		const message = `policy 'p' with binding 'p-0' denied request: ${why}`;
		expect(answer).toMatchObject({ reason: 'Invalid', message, details: { name: 'a', group: 'apps', kind: 'deployments', causes: [{ message }] } });
	});
});

describe('a patch', () => {
	it('is applied, and its result has its defaults', async () => {
		const expression =
			'[JSONPatch{op: "test", path: "/metadata/name", value: "a"}, JSONPatch{op: "add", path: "/data/" + jsonpatch.escapeKey("b/c~"), value: object.data.a + "!"}, JSONPatch{op: "remove", path: "/data/a"}]';
		await policies.mutating('p', { spec: { mutations: [patch(expression.replaceAll('b/c~', 'b-c'))] } });
		expect((await create(201, { a: 'x' })).data).toEqual({ 'b-c': 'x!' });
	});

	it('whose test fails changes nothing', async () => {
		await policies.mutating('p', {
			spec: { mutations: [patch('[JSONPatch{op: "test", path: "/data/a", value: "y"}, JSONPatch{op: "remove", path: "/data/a"}]')] },
		});
		expect((await create(201, { a: 'x' })).data).toEqual({ a: 'x' });
	});

	it('that does not apply is refused or ignored, depending on the failure policy', async () => {
		const spec = { mutations: [patch('[JSONPatch{op: "remove", path: "/data/none"}]')] };
		await policies.mutating('p', { spec });
		expect((await create(403, { a: 'x' })).message).toMatch(/^policy 'p' with binding 'p-0' denied request: JSON Patch: /);
		await policies.clear();
		await policies.mutating('p', { spec: { ...spec, failurePolicy: 'Ignore' } });
		await create(201, { a: 'x' });
	});

	it('sets objects and lists', async () => {
		const value = 'Object.spec.template.spec.containers{name: "side", image: "side"}';
		const expression = `[JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: ${value}}, JSONPatch{op: "add", path: "/spec/paused", value: true}]`;
		await policies.mutating('p', { spec: { ...ofDeployments, mutations: [patch(expression)] } });
		const { spec } = await expects(201, 'POST', `${deployments}?dryRun=All`, deployment());
		expect([spec.paused, spec.template.spec.containers.length]).toEqual([true, 2]);
	});
});

describe('mutations', () => {
	const add = (key: string, value: string) => apply(`Object{data: {"${key}": ${value}}}`);
	it('see the result of earlier ones, within a policy and between policies', async () => {
		await policies.mutating('a', {
			spec: { variables: [{ name: 'v', expression: '"2"' }], mutations: [add('b', 'object.data.a + variables.v'), add('c', 'object.data.b + "3"')] },
		});
		await policies.mutating('b', { spec: { mutations: [add('d', 'object.data.c + "4"')] } });
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1', b: '12', c: '123', d: '1234' });
	});

	it('are made where the conditions hold, with parameters', async () => {
		await expects(201, 'POST', configMaps, { metadata: { name: 'params' }, data: { owner: 'team' } });
		const spec = {
			paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
			matchConditions: [{ name: 'new', expression: "request.operation == 'CREATE' && !has(object.data.skip)" }],
			mutations: [add('owner', 'params.data.owner')],
		};
		await policies.mutating('p', { spec, bindings: [{ paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } }] });
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1', owner: 'team' });
		expect((await create(201, { skip: '1' })).data).toEqual({ skip: '1' });
	});

	it('are repeated where they ask for it, after another policy or a webhook has changed the object', async () => {
		await policies.mutating('a', { spec: { reinvocationPolicy: 'IfNeeded', mutations: [add('count', 'string(size(object.data))')] } });
		await policies.mutating('b', { spec: { mutations: [add('b', '"x"')] } });
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1', b: 'x', count: '3' });
		await configurations.add('mutating', [hook(webhook, 'adding')]);
		webhook.behave(reviewing(() => patching({ op: 'add', path: '/data/hook', value: 'y' })));
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1', b: 'x', hook: 'y', count: '4' });
	});

	it('change updates, patches and applies, without becoming owners', async () => {
		await policies.mutating('p', { spec: { mutations: [add('set', '"yes"')] } });
		await expects(201, 'POST', configMaps, { metadata: { name: 'b' }, data: { a: '1' } });
		const patched = await expects(200, 'PATCH', `${configMaps}/b`, { data: { set: null, c: '2' } }, patchTypes.merge);
		expect(patched.data).toEqual({ a: '1', c: '2', set: 'yes' });
	});

	it('are counted', async () => {
		await policies.mutating('counted', { spec: { mutations: [add('set', '"yes"')] } });
		await create(201, {});
		const { text } = await server.call('GET', '/metrics');
		const line = 'apiserver_mutating_admission_policy_check_total{error_type="no_error",policy="counted",policy_binding="counted-0"} 1';
		expect(text.split('\n').filter((each) => each.startsWith('apiserver_mutating_admission_policy_check_total{'))).toContain(line);
	});
});

describe('a webhook', () => {
	const conditional = (expression: string) => hook(webhook, 'chosen', { matchConditions: [{ name: 'c', expression }] });
	it('is asked where its conditions hold, which may ask the authorizer', async () => {
		webhook.behave(reviewing(() => patching({ op: 'add', path: '/data/hook', value: 'y' })));
		await configurations.add('mutating', [conditional("object.metadata.name == 'a' && authorizer.requestResource.check('create').allowed()")]);
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1', hook: 'y' });
		await configurations.clear();
		await configurations
			.add('mutating', [conditional("authorizer.serviceAccount('default', 'default').requestResource == null || false")])
			.catch(() => undefined);
		await configurations.add('mutating', [conditional("authorizer.serviceAccount('default', 'default').path('/x').check('get').allowed()")]);
		expect((await create(201, { a: '1' })).data).toEqual({ a: '1' });
	});

	it('that asks for it is called again, until its time is over', async () => {
		await configurations.add('mutating', [hook(webhook, 'busy', { timeoutSeconds: 2 })]);
		let calls = 0;
		const done = reviewing(() => patching({ op: 'add', path: '/data/hook', value: 'y' }));
		const busy = (seconds: string) => answering(429, () => '{}', { 'retry-after': seconds });
		webhook.behave((...given) => (calls++ < 2 ? busy('0') : done)(...given));
		expect([(await create(201, { a: '1' })).data.hook, calls]).toEqual(['y', 3]);
		webhook.behave(busy('5'));
		expect((await create(500, { a: '1' })).message).toContain('context deadline exceeded');
	});

	it('is refused with conditions that do not compile', async () => {
		const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All';
		const answer = await expects(422, 'POST', path, { metadata: { name: 'w' }, webhooks: [conditional("object.metadata.name = 'a'")] });
		expect(answer.message).toContain(
			"webhooks[0].matchConditions[0].expression: Invalid value: \"object.metadata.name = 'a'\": compilation failed: ERROR: <input>:1:22: Syntax error: token recognition error at: '= '",
		);
	});
});
