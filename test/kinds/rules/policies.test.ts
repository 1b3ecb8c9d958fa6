/** Tests ValidatingAdmissionPolicy, MutatingAdmissionPolicy and their bindings at 1.36: refusals, defaults, and Tables. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
});
afterAll(() => server.close());

const group = '/apis/admissionregistration.orch.io/v1';
const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };
type Row = readonly [what: string, spec: JsonObject, wanted: string];
async function expectSaid(path: string, spec: JsonObject, wanted: string): Promise<void> {
	const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'p' }, spec } });
	expect(status === 201 ? '' : body.message).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
}

const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const matched = (...resourceRules: JsonObject[]) => ({ resourceRules });

describe('ValidatingAdmissionPolicy', () => {
	const path = `${group}/validatingadmissionpolicies`;
	const of = (fields: JsonObject) => ({ matchConstraints: matched(rule), validations: [{ expression: 'true' }], ...fields });
	const validation = (fields: JsonObject) => of({ validations: [{ expression: 'true', ...fields }] });
	const parameters = (apiVersion: string, kind: string) => of({ paramKind: { apiVersion, kind } });
	const variable = (name: string) => of({ variables: [{ name, expression: '1' }] });
	const annotation = (...keys: string[]) => of({ auditAnnotations: keys.map((key) => ({ key, valueExpression: "'a'" })) });
	const inRule = 'spec.matchConstraints.resourceRules[0]';
	const rows: Row[] = [
		['all requests', of({}), ''],
		['nothing', {}, 'spec.validations: Required value: validations or auditAnnotations must contain at least one item'],
		['about nothing', { validations: [{ expression: 'true' }] }, 'spec.matchConstraints: Required value'],
		['about no resources', of({ matchConstraints: {} }), 'spec.matchConstraints.resourceRules: Required value'],
		['about half a rule', of({ matchConstraints: matched({}) }), `${inRule}.operations: Required value`],
		['about one name twice', of({ matchConstraints: matched({ ...rule, resourceNames: ['a', 'a'] }) }), `${inRule}.resourceNames[1]: Duplicate value: "a"`],
		['about what is not a name', of({ matchConstraints: matched({ ...rule, resourceNames: ['a/b'] }) }), `${inRule}.resourceNames[0]: Invalid value: "a/b"`],
		['an unknown way to match', of({ matchConstraints: { ...matched(rule), matchPolicy: 'X' } }), 'supported values: "Equivalent", "Exact"'],
		['an unknown policy', of({ failurePolicy: 'X' }), 'spec.failurePolicy: Unsupported value: "X": supported values: "Fail", "Ignore"'],
		['no expression', validation({ expression: ' ' }), 'spec.validations[0].expression: Required value: expression is not specified'],
		['a blank message', validation({ message: ' ' }), 'spec.validations[0].message: Invalid value: " ": must be non-empty if specified'],
		['a message of two lines', validation({ message: 'a\nb' }), 'must not contain line breaks'],
		['a blank expression of a message', validation({ messageExpression: ' ' }), 'must be non-empty if specified'],
		['an unknown reason', validation({ reason: 'X' }), 'spec.validations[0].reason: Unsupported value: "X": supported values: "Forbidden", "Invalid"'],
		['parameters', parameters('v1', 'ConfigMap'), ''],
		['parameters of no version', parameters('a/', 'X'), 'spec.paramKind.apiVersion: Invalid value: "a/": version must be specified'],
		['parameters of two groups', parameters('a/b/c', 'X'), 'unexpected GroupVersion string: a/b/c'],
		['parameters of no kind', parameters('v1', ''), 'spec.paramKind.kind: Required value'],
		['parameters of what is no kind', parameters('v1', 'a b'), 'may have mixed case, but should otherwise match: '],
		[
			'a condition twice',
			of({ matchConditions: ['a', 'a'].map((name) => ({ name, expression: 'true' })) }),
			'spec.matchConditions[1].name: Duplicate value: "a"',
		],
		['a variable', variable('a'), ''],
		['a variable without a name', variable(''), 'spec.variables[0].name: Required value: name is not specified'],
		['a word of the language', variable('if'), 'spec.variables[0].name: Invalid value: "if": must be a valid CEL identifier'],
		[
			'an expression that is none',
			validation({ expression: 'object.' }),
			'spec.validations[0].expression: Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error: ',
		],
		[
			'an expression of another type',
			validation({ expression: "'a'" }),
			'spec.validations[0].expression: Invalid value: "\'a\'": must evaluate to bool but got string',
		],
		[
			'an unknown field of the request',
			validation({ expression: 'request.verb == "a"' }),
			'compilation failed: ERROR: <input>:1:8: undefined field \'verb\'\n | request.verb == "a"\n | .......^',
		],
		['parameters that it has not', validation({ expression: 'params.x' }), "undeclared reference to 'params' (in container '')"],
		[
			'a message of another type',
			validation({ messageExpression: '1' }),
			'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
		],
		['a message that asks the authorizer', validation({ messageExpression: 'authorizer.x' }), "undeclared reference to 'authorizer' (in container '')"],
		['a variable of a type', of({ variables: [{ name: 'a', expression: '1' }], validations: [{ expression: 'variables.a == 1' }] }), ''],
		[
			'a variable of another type',
			of({ variables: [{ name: 'a', expression: '1' }], validations: [{ expression: "variables.a == 'x'" }] }),
			"found no matching overload for '_==_' applied to '(int, string)'",
		],
		['an unknown variable', of({ validations: [{ expression: 'variables.b' }] }), "undefined field 'b'"],
		[
			'a condition of another type',
			of({ matchConditions: [{ name: 'a', expression: '1' }] }),
			'spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
		],
		[
			'a condition with variables',
			of({ matchConditions: [{ name: 'a', expression: 'variables.a' }] }),
			"undeclared reference to 'variables' (in container '')",
		],
		[
			'a value of another type',
			of({ auditAnnotations: [{ key: 'k', valueExpression: '1' }] }),
			'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
		],
		[
			'the authorizer',
			validation({ expression: "authorizer.group('').resource('pods').check('get').allowed() && authorizer.requestResource.check('get').allowed()" }),
			'',
		],
		['a function of the release before', validation({ expression: "semver('1.2.3').major() == 1 && [1].reverse() == [1]" }), ''],
		['an annotation', annotation('k'), ''],
		['an annotation twice', annotation('k', 'k'), 'spec.auditAnnotations[1].key: Duplicate value: "k"'],
		['too many annotations', annotation(...Array.from({ length: 21 }, (_, index) => `k${index}`)), 'must not have more than 20 auditAnnotations'],
		['an annotation that is none', annotation('a b'), 'spec.auditAnnotations[0].key: Invalid value: "p/a b"'],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('has defaults, counts changes, and has a status', async () => {
		const { body } = await server.call('POST', path, { body: { metadata: { name: 'p' }, spec: parameters('v1', 'ConfigMap') } });
		expect(body.spec).toMatchObject({ failurePolicy: 'Fail', matchConstraints: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} } });
		expect(body.spec.matchConstraints.resourceRules[0].scope).toBe('*');
		const typeChecking = { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression', warning: 'w' }] };
		const seen = await server.call('PATCH', `${path}/p/status`, { type: merge, body: { metadata: { labels: { a: 'b' } }, status: { typeChecking } } });
		expect([seen.body.metadata.labels, seen.body.metadata.generation, seen.body.status]).toEqual([undefined, 1, { typeChecking }]);
		const changed = await server.call('PATCH', `${path}/p`, { type: merge, body: { spec: { failurePolicy: 'Ignore' } } });
		expect(changed.body.metadata.generation).toBe(2);
		expect((await server.call('GET', `${path}/p`, asTable)).body.rows[0].cells.slice(0, 3)).toEqual(['p', 1, 'v1/ConfigMap']);
	});
});

test.each([
	['1.33', "format.dns1123Label().validate('a').hasValue()", 201],
	['1.33', "semver('1.2.3').major() == 1", 422],
	['1.34', "semver('1.2.3').major() == 1", 201],
	['1.34', '[1].reverse() == [1]', 422],
])('a policy of release %s that calls %s is answered %i', async (release, expression, wanted) => {
	const older = await testServer({ release });
	try {
		const spec = { matchConstraints: matched(rule), validations: [{ expression }] };
		expect((await older.call('POST', `${group}/validatingadmissionpolicies`, { body: { metadata: { name: 'p' }, spec } })).status).toBe(wanted);
	} finally {
		await older.close();
	}
});

describe('ValidatingAdmissionPolicyBinding', () => {
	const path = `${group}/validatingadmissionpolicybindings`;
	const of = (fields: JsonObject) => ({ policyName: 'a', validationActions: ['Deny'], ...fields });
	const parameters = (fields: JsonObject) => of({ paramRef: { name: 'x', parameterNotFoundAction: 'Deny', ...fields } });
	const rows: Row[] = [
		['everywhere', of({}), ''],
		['no policy', of({ policyName: '' }), 'spec.policyName: Required value'],
		['what is no policy', of({ policyName: 'A_' }), 'spec.policyName: Invalid value: "A_"'],
		['no actions', of({ validationActions: [] }), 'spec.validationActions: Required value: at least one validation action is required'],
		['an unknown action', of({ validationActions: ['X'] }), 'spec.validationActions[0]: Unsupported value: "X": supported values: "Audit", "Deny", "Warn"'],
		['an action twice', of({ validationActions: ['Deny', 'Deny'] }), 'spec.validationActions[1]: Duplicate value: "Deny"'],
		['to refuse and to warn', of({ validationActions: ['Deny', 'Warn'] }), 'must not contain both Deny and Warn'],
		['parameters', parameters({}), ''],
		['parameters by their labels', parameters({ name: '', selector: {} }), ''],
		['parameters by both', parameters({ selector: {} }), 'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive'],
		['parameters by neither', parameters({ name: '' }), 'spec.paramRef: Required value: one of name or selector must be specified'],
		['no word of missing ones', parameters({ parameterNotFoundAction: '' }), 'spec.paramRef.parameterNotFoundAction: Required value'],
		['an unknown word of missing ones', parameters({ parameterNotFoundAction: 'X' }), 'Unsupported value: "X": supported values: "Deny", "Allow"'],
		['half a rule', of({ matchResources: matched({}) }), 'spec.matchResources.resourceRules[0].operations: Required value'],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('shows its parameters', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'b' }, spec: parameters({}) } });
		expect((await server.call('GET', `${path}/b`, asTable)).body.rows[0].cells.slice(0, 3)).toEqual(['b', 'a', '*/x']);
	});
});

describe('MutatingAdmissionPolicy', () => {
	const path = `${group}/mutatingadmissionpolicies`;
	const changed = { ...rule, operations: ['CREATE'] };
	const mutation = { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' } };
	const of = (fields: JsonObject) => ({ matchConstraints: matched(changed), reinvocationPolicy: 'Never', mutations: [mutation], ...fields });
	const change = (fields: JsonObject) => of({ mutations: [fields] });
	const expression = { expression: 'Object{}' };
	const at = 'spec.mutations[0]';
	const rows: Row[] = [
		['one change', of({}), ''],
		['all requests', of({ matchConstraints: matched(rule) }), ''],
		['nothing', {}, 'spec.mutations: Required value: mutations must contain at least one item'],
		['about nothing', of({ matchConstraints: null }), 'spec.matchConstraints: Required value'],
		['about no resources', of({ matchConstraints: {} }), 'spec.matchConstraints.resourceRules: Required value'],
		['about half a rule', of({ matchConstraints: matched({}) }), 'spec.matchConstraints.resourceRules[0].operations: Required value'],
		[
			'about what is deleted',
			of({ matchConstraints: matched({ ...rule, operations: ['DELETE'] }) }),
			'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
		],
		['no word of being asked again', of({ reinvocationPolicy: '' }), 'spec.reinvocationPolicy: Required value'],
		[
			'an unknown word of being asked again',
			of({ reinvocationPolicy: 'X' }),
			'spec.reinvocationPolicy: Unsupported value: "X": supported values: "IfNeeded", "Never"',
		],
		['an unknown policy', of({ failurePolicy: 'X' }), 'spec.failurePolicy: Unsupported value: "X": supported values: "Fail", "Ignore"'],
		['parameters', of({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }), ''],
		['parameters of no kind', of({ paramKind: { apiVersion: 'v1', kind: '' } }), 'spec.paramKind.kind: Required value'],
		[
			'a word of the language',
			of({ variables: [{ name: 'if', expression: '1' }] }),
			'spec.variables[0].name: Invalid value: "if": must be a valid CEL identifier',
		],
		[
			'a condition twice',
			of({ matchConditions: ['a', 'a'].map((name) => ({ name, expression: 'true' })) }),
			'spec.matchConditions[1].name: Duplicate value: "a"',
		],
		['a change of no type', change({}), `${at}.patchType: Required value`],
		['a change of an unknown type', change({ patchType: 'X' }), `${at}.patchType: Unsupported value: "X": supported values: "ApplyConfiguration", "JSONPatch"`],
		['what is applied', change({ patchType: 'ApplyConfiguration', applyConfiguration: expression }), ''],
		[
			'nothing that is applied',
			change({ patchType: 'ApplyConfiguration' }),
			`${at}.applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration`,
		],
		[
			'what is applied as another type',
			change({ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object.spec{}' } }),
			`${at}.applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec`,
		],
		[
			'a patch with an unknown field',
			change({ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{operation: "add"}]' } }),
			`compilation failed: ERROR: <input>:1:21: undefined field 'operation'`,
		],
		[
			'an escaped key',
			change({ patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/a/' + jsonpatch.escapeKey('b/c'), value: 1}]" } }),
			'',
		],
		['no patch', change({ patchType: 'JSONPatch' }), `${at}.jsonPatch: Required value: must be specified when patchType is JSONPatch`],
		['a blank patch', change({ patchType: 'JSONPatch', jsonPatch: { expression: ' ' } }), `${at}.jsonPatch.expression: Required value`],
		['nothing to apply in it', change({ patchType: 'ApplyConfiguration', applyConfiguration: {} }), `${at}.applyConfiguration.expression: Required value`],
		[
			'a patch and what is applied',
			change({ ...mutation, applyConfiguration: expression }),
			`${at}.applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch`,
		],
		[
			'what is applied and a patch',
			change({ ...mutation, patchType: 'ApplyConfiguration', applyConfiguration: expression }),
			`${at}.jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration`,
		],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('has defaults, counts changes, has no status', async () => {
		const { body } = await server.call('POST', path, { body: { metadata: { name: 'p' }, spec: of({}) } });
		expect(body.spec).toMatchObject({ failurePolicy: 'Fail', matchConstraints: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} } });
		const after = await server.call('PATCH', `${path}/p`, { type: merge, body: { spec: { failurePolicy: 'Ignore' } } });
		expect([body.metadata.generation, after.body.metadata.generation]).toEqual([1, 2]);
		expect((await server.call('GET', `${path}/p/status`)).status).toBe(404);
		expect((await server.call('GET', `${path}/p`, asTable)).body.rows[0].cells.slice(0, 3)).toEqual(['p', 1, '<unset>']);
	});
});

describe('MutatingAdmissionPolicyBinding', () => {
	const path = `${group}/mutatingadmissionpolicybindings`;
	const rows: Row[] = [
		['everywhere', { policyName: 'a' }, ''],
		['no policy', {}, 'spec.policyName: Required value'],
		['what is no policy', { policyName: 'A_' }, 'spec.policyName: Invalid value: "A_"'],
		[
			'parameters by neither name nor labels',
			{ policyName: 'a', paramRef: { parameterNotFoundAction: 'Deny' } },
			'spec.paramRef: Required value: one of name or selector',
		],
		['half a rule', { policyName: 'a', matchResources: matched({}) }, 'spec.matchResources.resourceRules[0].operations: Required value'],
		[
			'what is deleted',
			{ policyName: 'a', matchResources: matched({ ...rule, operations: ['DELETE'] }) },
			'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT"',
		],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('shows its parameters', async () => {
		const paramRef = { name: 'x', namespace: 'n', parameterNotFoundAction: 'Allow' };
		await server.call('POST', path, { body: { metadata: { name: 'b' }, spec: { policyName: 'a', paramRef } } });
		expect((await server.call('GET', `${path}/b`, asTable)).body.rows[0].cells.slice(0, 3)).toEqual(['b', 'a', 'n/x']);
	});
});

it('is refused by default where parameters are missing, through v1alpha1', async () => {
	const path = '/apis/admissionregistration.orch.io/v1alpha1/mutatingadmissionpolicybindings';
	const { body } = await server.call('POST', path, { body: { metadata: { name: 'old' }, spec: { policyName: 'a', paramRef: { name: 'x' } } } });
	expect(body.spec.paramRef).toEqual({ name: 'x', parameterNotFoundAction: 'Deny' });
	const newest = await server.call('GET', `${group}/mutatingadmissionpolicybindings/old`);
	expect(newest.body.spec.paramRef.parameterNotFoundAction).toBe('Deny');
});
