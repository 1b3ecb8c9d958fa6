/** Tests ValidatingAdmissionPolicies against the built server at 1.36: what they refuse, warn of and note (KEP-3488). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { Policies } from '../setup/policies.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const audit = join(scratch.path, 'audit.log');
const configMaps = '/api/v1/namespaces/default/configmaps';

let server: ServerProcess;
let policies: Policies;
const expects = expecting(() => server);
/** Creates nothing, and returns the answer. */
const tries = (status: number, data: object, more: object = {}): Promise<Loose> =>
	expects(status, 'POST', `${configMaps}?dryRun=All`, { metadata: { name: 'a', ...more }, data });

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--audit-log-path', audit] });
	policies = new Policies((...request) => server.call(...request));
});
afterEach(() => policies.clear());
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

const refusal = (message: string) => `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p-0' denied request: ${message}`;
const isSmall = { expression: 'int(object.data.size) <= 5' };

describe('a policy', () => {
	it('refuses requests for which its expression is false, with its message', async () => {
		await policies.validating('p', { spec: { validations: [isSmall] } });
		await tries(201, { size: '5' });
		expect(await tries(422, { size: '6' })).toEqual({
			...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Invalid', code: 422 },
			message: refusal('failed expression: int(object.data.size) <= 5'),
			details: {
				name: 'a',
				kind: 'configmaps',
				causes: [{ message: "ValidatingAdmissionPolicy 'p' with binding 'p-0' denied request: failed expression: int(object.data.size) <= 5" }],
			},
		});
	});

	it.each([
		['a message', { message: 'too big' }, 422, 'Invalid', 'too big'],
		['an expression for the message', { message: 'too big', messageExpression: "'size ' + object.data.size" }, 422, 'Invalid', 'size 6'],
		['an expression that gives no message', { message: 'too big', messageExpression: "object.data.none + ''" }, 422, 'Invalid', 'too big'],
		['a message of two lines', { messageExpression: "'a\\nb'" }, 422, 'Invalid', 'failed expression: int(object.data.size) <= 5'],
		['a reason', { reason: 'Forbidden' }, 403, 'Forbidden', 'failed expression: int(object.data.size) <= 5'],
		['another reason', { reason: 'RequestEntityTooLarge' }, 413, 'RequestEntityTooLarge', 'failed expression: int(object.data.size) <= 5'],
	])('with %s', async (_, more, code, reason, message) => {
		await policies.validating('p', { spec: { validations: [{ ...isSmall, ...more }] } });
		expect(await tries(code, { size: '6' })).toMatchObject({ code, reason, message: refusal(message) });
	});

	it.each([
		['object.data.none == "a"', 'no such key: none'],
		['object.data.size > 5', 'no such overload'],
		["int(object.data.size + 'x') > 5", "type conversion error from 'string' to 'int'"],
		['variables.broken', 'composited variable "broken" fails to evaluate: no such key: none'],
	])('that cannot evaluate %s follows its failure policy', async (expression, why) => {
		const spec = { variables: [{ name: 'broken', expression: 'object.data.none == ""' }], validations: [{ expression }] };
		await policies.validating('p', { spec });
		expect((await tries(422, { size: '1' })).message).toBe(refusal(`expression '${expression}' resulted in error: ${why}`));
		await policies.clear();
		await policies.validating('p', { spec: { ...spec, failurePolicy: 'Ignore' } });
		await tries(201, { size: '1' });
	});

	it('sees the request, the old object, and its namespace', async () => {
		const validations = [
			{ expression: "request.operation != 'UPDATE' || oldObject.data.size == object.data.size", message: 'size is immutable' },
			{ expression: "request.operation != 'DELETE' || object == null && !has(oldObject.metadata.finalizers)", message: 'finalizers' },
			{ expression: "namespaceObject.metadata.name == 'default' && request.namespace == 'default'" },
			{ expression: "request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps' && request.userInfo.username != ''" },
			{ expression: '!request.dryRun || request.options.dryRun == ["All"]' },
		];
		await policies.validating('p', { spec: { validations } });
		await expects(201, 'POST', configMaps, { metadata: { name: 'a' }, data: { size: '1' } });
		expect((await expects(422, 'PATCH', `${configMaps}/a`, { data: { size: '2' } }, patchTypes.merge)).message).toBe(refusal('size is immutable'));
		await expects(200, 'PATCH', `${configMaps}/a`, { data: { other: '2' } }, patchTypes.merge);
		await expects(200, 'DELETE', `${configMaps}/a`);
	});

	it('uses variables, each evaluated once, and by earlier ones', async () => {
		const spec = {
			variables: [
				{ name: 'size', expression: 'int(object.data.size)' },
				{ name: 'double', expression: 'variables.size * 2' },
			],
			validations: [{ expression: 'variables.double <= 10', messageExpression: "'twice ' + string(variables.double)" }],
		};
		await policies.validating('p', { spec });
		await tries(201, { size: '5' });
		expect((await tries(422, { size: '6' })).message).toBe(refusal('twice 12'));
	});

	it('asks the authorizer about the user and about service accounts', async () => {
		const validations = [
			{ expression: "authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()" },
			{ expression: "authorizer.requestResource.check('create').allowed() && authorizer.path('/healthz').check('get').allowed()" },
			{ expression: "!authorizer.serviceAccount('default', 'default').group('').resource('secrets').check('get').allowed()" },
			{ expression: "object.data.size != '6' || authorizer.serviceAccount('default', 'default').path('/secret').check('get').allowed()", message: 'no' },
		];
		await policies.validating('p', { spec: { validations } });
		await tries(201, { size: '5' });
		expect((await tries(422, { size: '6' })).message).toBe(refusal('no'));
	});

	it.each([
		['an expression', "object.data.all(a, object.data.all(b, object.data.all(c, object.data.all(d, a + b + c + d != ''))))", 'actual cost limit exceeded'],
		[
			'three checks of the authorizer',
			['get', 'list', 'watch'].map((verb) => `authorizer.path('/').check('${verb}').allowed()`).join(' && '),
			'actual cost limit exceeded',
		],
	])('ends %s that costs too much', async (_, expression, why) => {
		await policies.validating('p', { spec: { validations: [{ expression }] } });
		const data = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key-${i}`, 'v']));
		expect((await tries(422, data)).message).toContain(why);
	});
});

describe('the conditions of a policy', () => {
	it.each([
		['that hold', ["object.metadata.name == 'a'", 'true'], 422],
		['of which one does not hold', ["object.metadata.name == 'b'", 'true'], 201],
		['of which one fails and one does not hold', ['object.data.none == ""', 'false'], 201],
	])('%s', async (_, expressions, status) => {
		const matchConditions = expressions.map((expression, i) => ({ name: `c${i}`, expression }));
		await policies.validating('p', { spec: { matchConditions, validations: [{ expression: 'false' }] } });
		await tries(status, {});
	});

	it('of which one fails follow the failure policy', async () => {
		const spec = { matchConditions: [{ name: 'c', expression: 'object.data.none == ""' }], validations: [{ expression: 'true' }] };
		await policies.validating('p', { spec });
		expect((await tries(422, { a: 'b' })).message).toBe(refusal(`expression 'object.data.none == ""' resulted in error: no such key: none`));
		await policies.clear();
		await policies.validating('p', { spec: { ...spec, failurePolicy: 'Ignore' } });
		await tries(201, { a: 'b' });
	});
});

describe('a policy is about', () => {
	const never = { validations: [{ expression: 'false' }] };
	const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
	it.each([
		['all of a resource', { resourceRules: [rule] }, 422],
		['another operation', { resourceRules: [{ ...rule, operations: ['DELETE'] }] }, 201],
		['another resource', { resourceRules: [{ ...rule, resources: ['secrets'] }] }, 201],
		['everything', { resourceRules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }] }, 422],
		['a name', { resourceRules: [{ ...rule, resourceNames: ['a'] }] }, 422],
		['another name', { resourceRules: [{ ...rule, resourceNames: ['b'] }] }, 201],
		['all but this', { resourceRules: [rule], excludeResourceRules: [{ ...rule, resourceNames: ['a'] }] }, 201],
		['all but others', { resourceRules: [rule], excludeResourceRules: [{ ...rule, resourceNames: ['b'] }] }, 422],
		['labels', { resourceRules: [rule], objectSelector: { matchLabels: { a: 'b' } } }, 422],
		['other labels', { resourceRules: [rule], objectSelector: { matchLabels: { a: 'c' } } }, 201],
		['a namespace', { resourceRules: [rule], namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } }, 422],
		['another namespace', { resourceRules: [rule], namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } }, 201],
	])('%s', async (_, matchConstraints, status) => {
		await policies.validating('p', { spec: { matchConstraints, ...never } });
		await tries(status, {}, { labels: { a: 'b' } });
	});

	it('objects of other versions, unless it requires exact matches', async () => {
		const of = (matchPolicy: string) => ({
			matchConstraints: {
				matchPolicy,
				resourceRules: [{ operations: ['CREATE'], apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['horizontalpodautoscalers'] }],
			},
			validations: [{ expression: 'object.spec.targetCPUUtilizationPercentage <= 50', messageExpression: 'string(object.apiVersion)' }],
		});
		const metrics = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }];
		const spec = { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, metrics };
		const create = (status: number) =>
			expects(status, 'POST', '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All', { metadata: { name: 'a' }, spec });
		await policies.validating('p', { spec: of('Equivalent') });
		expect((await create(422)).message).toContain('denied request: autoscaling/v1');
		await policies.clear();
		await policies.validating('p', { spec: of('Exact') });
		await create(201);
	});

	it('no policies, bindings or reviews', async () => {
		const everything = { resourceRules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }] };
		await policies.validating('p', {
			spec: { matchConstraints: everything, ...never, matchConditions: [{ name: 'c', expression: "request.resource.resource != 'endpoints'" }] },
		});
		await expects(201, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } });
		await expects(422, 'POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'n' } });
	});
});

describe('a binding', () => {
	const spec = { validations: [{ expression: "object.metadata.name != 'a'", message: 'a' }] };
	it('narrows the requests, and a policy may have several', async () => {
		await policies.validating('p', {
			spec,
			bindings: [{ matchResources: { objectSelector: { matchLabels: { a: 'b' } } } }, { matchResources: { objectSelector: { matchLabels: { a: 'c' } } } }],
		});
		await tries(201, {});
		await tries(422, {}, { labels: { a: 'b' } });
		expect((await tries(422, {}, { labels: { a: 'c' } })).message).toContain("with binding 'p-1' denied");
	});

	it('warns instead of refusing', async () => {
		await policies.validating('p', { spec, bindings: [{ validationActions: ['Warn'] }] });
		const { status, headers } = await server.call('POST', `${configMaps}?dryRun=All`, { metadata: { name: 'a' } });
		expect([status, headers.warning]).toEqual([201, `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-0': a"`]);
	});

	it('adds audit annotations to those of the policy', async () => {
		const annotated = {
			...spec,
			auditAnnotations: [
				{ key: 'size', valueExpression: "'size ' + object.data.size" },
				{ key: 'none', valueExpression: 'null' },
			],
		};
		await policies.validating('p', { spec: annotated, bindings: [{ validationActions: ['Audit', 'Warn'] }] });
		await tries(201, { size: '1' }, { labels: { audited: 'yes' } });
		const { annotations } = lastEvent();
		expect(annotations).toMatchObject({
			'p/size': 'size 1',
			'validation.policy.admission.k8s.io/validation_failure':
				'[{"message":"a","policy":"p","binding":"p-0","expressionIndex":0,"validationActions":["Audit","Warn"]}]',
		});
		expect(annotations).not.toHaveProperty('p/none');
	});
});

function lastEvent(): Loose {
	const events = readFileSync(audit, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Loose);
	return events.findLast(({ objectRef, verb, stage }) => objectRef?.name === 'a' && verb === 'create' && stage === 'ResponseComplete');
}

describe('parameters', () => {
	const spec = {
		paramKind: { apiVersion: 'v1', kind: 'Secret' },
		validations: [{ expression: 'params == null || int(object.data.size) <= int(params.metadata.labels.most)' }],
	};
	const secrets = '/api/v1/namespaces/default/secrets';
	beforeAll(async () => {
		for (const most of ['3', '9']) await expects(201, 'POST', secrets, { metadata: { name: `most-${most}`, labels: { most, limit: 'yes' } } });
	});
	const paramRef = (of: object) => ({ spec, bindings: [{ paramRef: { parameterNotFoundAction: 'Deny', ...of } }] });
	it.each([
		['by name, in the namespace of the request', { name: 'most-9' }, ['9', 201], ['10', 422]],
		['by name, in a namespace', { name: 'most-3', namespace: 'default' }, ['3', 201], ['4', 422]],
		['by labels: all of them count', { selector: { matchLabels: { limit: 'yes' } } }, ['3', 201], ['9', 422]],
	])('%s', async (_, of, [fits, accepted], [exceeds, refused]) => {
		await policies.validating('p', paramRef(of));
		await tries(accepted as number, { size: fits });
		await tries(refused as number, { size: exceeds });
	});

	it('that are missing refuse or allow the request, depending on the binding', async () => {
		await policies.validating('p', paramRef({ name: 'none' }));
		expect((await tries(422, { size: '1' })).message).toBe(
			refusal('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'),
		);
		await policies.clear();
		await policies.validating('p', paramRef({ name: 'none', parameterNotFoundAction: 'Allow' }));
		await tries(201, { size: '99' });
	});

	it('are null for a binding without them', async () => {
		await policies.validating('p', { spec });
		await tries(201, { size: '99' });
	});

	it('of a kind that is not served refuse', async () => {
		await policies.validating('p', {
			spec: { ...spec, paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } },
			bindings: [{ paramRef: { name: 'x', parameterNotFoundAction: 'Allow' } }],
		});
		expect((await tries(422, { size: '1' })).message).toBe(
			`configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'`,
		);
	});
});

it('counts its checks', async () => {
	await policies.validating('counted', { spec: { validations: [isSmall] } });
	await tries(422, { size: '6' });
	const text = (await server.call('GET', '/metrics')).text
		.split('\n')
		.filter((line) => line.includes('admission_policy') && !line.includes('_bucket'))
		.join('\n');
	const labels = '{enforcement_action="deny",error_type="invalid_error",policy="counted",policy_binding="counted-0"}';
	expect(text).toContain(`apiserver_validating_admission_policy_check_total${labels} 1`);
});

it('has the warnings of its type check in its status, and none once it is corrected', async () => {
	const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/typed';
	const spec = (expression: string) => ({
		matchConstraints: { resourceRules: [{ operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] }] },
		validations: [{ expression }],
	});
	const checked = async (generation: number): Promise<Loose> => {
		for (;;) {
			const { status } = await expects(200, 'GET', path);
			if (status?.observedGeneration === generation) return status.typeChecking;
		}
	};
	await expects(201, 'POST', path.slice(0, -'/typed'.length), { metadata: { name: 'typed' }, spec: spec('object.spec.replica < 5') });
	expect(await checked(1)).toEqual({
		expressionWarnings: [
			{
				fieldRef: 'spec.validations[0].expression',
				warning: "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica < 5\n | ...........^\n",
			},
		],
	});
	await expects(200, 'PATCH', path, { spec: spec('object.spec.replicas < 5') }, patchTypes.merge);
	expect(await checked(2)).toEqual({});
	await expects(200, 'DELETE', path);
});
