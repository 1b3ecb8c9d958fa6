/** Tests the warnings of the type check of policies, which name the kind and the place of each fault. */
import { expect, it, test } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { PolicyTypeChecker } from '../../runtime/admission/expressions/type-check.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

const served = narrow(catalog, '1.36');
const checker = new PolicyTypeChecker(() => ({ catalog: served }));
const rule = (more: object) => ({ operations: ['CREATE' as const], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], ...more });

function warningsOf(expression: string, more: object = {}, rules: readonly object[] = [rule({})]): readonly (readonly [string, string])[] {
	const spec = { matchConstraints: { resourceRules: rules }, validations: [{ expression }], ...more } as Parameters<PolicyTypeChecker['warnings']>[0];
	return checker.warnings(spec).map(({ fieldRef, warning }) => [fieldRef, warning]);
}

const at = (kind: string, text: string, column: number, message: string): string =>
	`${kind}: ERROR: <input>:1:${column}: ${message}\n | ${text}\n | ${'.'.repeat(column - 1)}^\n`;

test.each([
	['object.spec.replicas <= 5'],
	["object.metadata.labels['a'] == 'b' || has(object.spec.template.spec.containers)"],
	['object.spec.template.spec.containers.all(c, c.image.startsWith("a"))'],
	['object.spec.strategy.rollingUpdate.maxSurge == 1'],
	['oldObject == null || object.spec.selector == oldObject.spec.selector'],
	["object.metadata.creationTimestamp > timestamp('2026-01-01T00:00:00Z')"],
	['object.metadata.__namespace__ == "a" && request.namespace == namespaceObject.metadata.name'],
])('%s is right', (expression) => expect(warningsOf(expression)).toEqual([]));

test.each([
	['object.spec.replica <= 5', 12, "undefined field 'replica'"],
	["object.spec.replicas <= 'a'", 22, "found no matching overload for '_<=_' applied to '(int, string)'"],
	['object.metadata.namespace == "a"', 16, "undefined field 'namespace'"],
	['object.spec.template.spec.containers.all(c, c.img != "")', 46, "undefined field 'img'"],
])('%s is warned of', (expression, column, message) => {
	expect(warningsOf(expression)).toEqual([['spec.validations[0].expression', at('apps/v1, Kind=Deployment', expression, column, message)]]);
});

it('checks each kind that the rules name, but none of a wildcard or subresource', () => {
	const rules = [
		rule({ resources: ['statefulsets', 'deployments', 'deployments/scale'] }),
		rule({ apiGroups: [''], resources: ['pods'] }),
		rule({ apiGroups: ['*'] }),
	];
	const expression = 'object.spec.replicas > 0';
	expect(warningsOf(expression, {}, rules)).toEqual([['spec.validations[0].expression', at('/v1, Kind=Pod', expression, 12, "undefined field 'replicas'")]]);
	expect(warningsOf('object.none', {}, rules)[0]?.[1].match(/Kind=\w+/g)).toEqual(['Kind=Pod', 'Kind=Deployment', 'Kind=StatefulSet']);
});

it('knows the types of variables and parameters, and checks messages', () => {
	const more = {
		paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
		variables: [{ name: 'count', expression: 'object.spec.replicas' }],
		validations: [{ expression: 'variables.count < 5 && params.data.a == "b"', messageExpression: 'object.spec.none' }],
	};
	expect(warningsOf('', more)).toEqual([
		['spec.validations[0].messageExpression', at('apps/v1, Kind=Deployment', 'object.spec.none', 12, "undefined field 'none'")],
	]);
	expect(warningsOf('', { ...more, validations: [{ expression: 'variables.count < params.data.a' }] })).toEqual([
		[
			'spec.validations[0].expression',
			at('apps/v1, Kind=Deployment', 'variables.count < params.data.a', 17, "found no matching overload for '_<_' applied to '(int, string)'"),
		],
	]);
});
