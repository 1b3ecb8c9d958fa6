/** Tests the type checker of expressions of admission: types of results, and messages as authors know them from Kubernetes. */
import { describe, expect, test } from 'vitest';
import { authorization } from '../../runtime/admission/expressions/authorization.ts';
import { AdmissionExpressions } from '../../runtime/admission/expressions/expressions.ts';
import { mutations, toJson, typeNameProblems } from '../../runtime/admission/expressions/objects.ts';
import { admissionScope } from '../../runtime/admission/expressions/scope.ts';
import { anyToCel, newEnvironment } from '../../runtime/schema/cel/expression.ts';
import { registerLibrary } from '../../runtime/schema/cel/functions/index.ts';
import { isInvalid } from '../../runtime/schema/cel/typed-expressions.ts';
import { allFunctions, functionsOf, ofMutations } from '../../runtime/schema/cel/typing/libraries.ts';
import { listOf, resultText, types } from '../../runtime/schema/cel/typing/type.ts';

const expressions = new AdmissionExpressions();
const variables = new Map([
	['count', types.int],
	['names', listOf(types.string)],
]);
const scope = admissionScope({ params: true, authorizer: true, patches: true, variables });

function typeOf(text: string): string {
	const checked = expressions.check(text, scope);
	return 'issues' in checked ? checked.issues : resultText(checked.type);
}

describe('the type of', () => {
	test.each([
		['1', 'int'],
		['-1', 'int'],
		['1u', 'uint'],
		['1.5', 'double'],
		["b'a'", 'bytes'],
		['null', 'null_type'],
		['object.spec.replicas', 'dyn'],
		['object.spec.replicas <= 5 && true', 'bool'],
		['request.userInfo.groups', 'list(string)'],
		['request.userInfo.extra', 'map(string, list(string))'],
		['namespaceObject.metadata.creationTimestamp', 'google.protobuf.Timestamp'],
		['variables.names.map(n, size(n))', 'list(int)'],
		['variables.names.filter(n, n != "")', 'list(string)'],
		['variables.names.exists_one(n, n == "")', 'bool'],
		["variables.names.transformMap(i, n, i > 0, n + 'x')", 'map(int, string)'],
		['variables.names.sortBy(n, size(n))', 'list(string)'],
		['variables.names[?0].orValue("")', 'string'],
		['variables.names[?0].optMap(n, size(n))', 'optional_type(int)'],
		['object.?spec.?a', 'optional_type(dyn)'],
		['[]', 'list(dyn)'],
		['[1, 2] + []', 'list(int)'],
		["{'a': 1}", 'map(string, int)'],
		["{'a': dyn(1), 'b': dyn('x')}", 'map(string, dyn)'],
		["'%s %d'.format(['a', 1])", 'string'],
		['has(object.a.b)', 'bool'],
		['type(1) == int', 'bool'],
		['true ? 1 : 2', 'int'],
		['timestamp("2026-01-01T00:00:00Z") - duration("1h")', 'google.protobuf.Timestamp'],
		['authorizer.group("apps").resource("deployments").check("get")', 'kubernetes.authorization.Decision'],
		['authorizer.requestResource.check("get").allowed()', 'bool'],
		['quantity("1Gi").add(1).isLessThan(quantity("2Gi"))', 'bool'],
		['sets.contains([1], [1])', 'bool'],
		["ip('10.0.0.1').family()", 'int'],
		["format.named('uuid').value().validate('x')", 'optional_type(list(string))'],
		['[1, ?optional.of(2)]', 'list(int)'],
		["{?'a': object.?b, 'c': object.d}", 'map(string, dyn)'],
		['Object{spec: Object.spec{replicas: 1}}', 'Object'],
		['[JSONPatch{op: "add", path: "/a", value: {"b": 1}}]', 'list(JSONPatch)'],
	])('%s is %s', (text, wanted) => expect(typeOf(text)).toBe(wanted));
});

describe('a fault is shown at its place:', () => {
	test.each([
		['foo', 1, "undeclared reference to 'foo' (in container '')"],
		['foo(1)', 4, "undeclared reference to 'foo' (in container '')"],
		['object.foo()', 11, "undeclared reference to 'foo' (in container '')"],
		['request.foo', 8, "undefined field 'foo'"],
		['variables.none', 10, "undefined field 'none'"],
		["1 + 'a'", 3, "found no matching overload for '_+_' applied to '(int, string)'"],
		["'a'.startsWith(1)", 15, "found no matching overload for 'startsWith' applied to 'string.(int)'"],
		['size(1)', 5, "found no matching overload for 'size' applied to '(int)'"],
		['variables.names[0] < 1', 20, "found no matching overload for '_<_' applied to '(string, int)'"],
		["variables.names['a']", 16, "found no matching overload for '_[_]' applied to '(list(string), string)'"],
		['!1', 1, "found no matching overload for '!_' applied to '(int)'"],
		['1 in 2', 3, "found no matching overload for '@in' applied to '(int, int)'"],
		['true && 1', 9, "expected type 'bool' but found 'int'"],
		["[1, 'a']", 5, "expected type 'int' but found 'string'"],
		["{'a': 1, 'b': 'c'}", 15, "expected type 'int' but found 'string'"],
		["1 ? 'a' : 'b'", 3, "found no matching overload for '_?_:_' applied to '(int, string, string)'"],
		['1.all(x, true)', 1, "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
		['variables.names.exists(n, n)', 27, "expected type 'bool' but found 'string'"],
		['variables.count.a', 16, "type 'int' does not support field selection"],
		['has(object)', 5, 'invalid argument to has() macro'],
		['JSONPatch{op: 1}', 13, "expected type of field 'op' is 'string' but provided type is 'int'"],
		['JSONPatch{verb: 1}', 15, "undefined field 'verb'"],
		['Other{a: 1}', 6, "undeclared reference to 'Other' (in container '')"],
		["'a'.matches('[')", 13, 'invalid matches argument'],
		["duration('x')", 10, 'invalid duration argument'],
		["timestamp('x')", 11, 'invalid timestamp argument'],
		['object.a b', 10, "Syntax error: extraneous input 'b' expecting <EOF>"],
		['object.a b c', 10, "Syntax error: mismatched input 'b' expecting <EOF>"],
		['object.a = 1', 10, "Syntax error: token recognition error at: '= '"],
		['(object.a', 10, "Syntax error: missing ')' at '<EOF>'"],
		['[1, 2', 6, "Syntax error: mismatched input '<EOF>' expecting {']', ','}"],
		['object..a', 8, "Syntax error: no viable alternative at input '..'"],
		["{'a' 1}", 6, "Syntax error: missing ':' at '1'"],
		['has(variables.none)', 4, "undefined field 'none'"],
		["[1, dyn('a')]", 8, "expected type 'int' but found 'dyn'"],
		['99999999999999999999', 1, 'invalid int literal'],
		['[?1]', 3, "expected type 'optional_type(int)' but found 'int'"],
		["{'b': 2, ?'a': 1}", 16, "expected type 'optional_type(int)' but found 'int'"],
		['int{}', 4, "'int' is not a message type"],
		[
			'object.a <=',
			12,
			"Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
		],
	])('%s at %i: %s', (text, column, message) => {
		expect(typeOf(text)).toBe(`ERROR: <input>:1:${column}: ${message}\n | ${text}\n | ${'.'.repeat(column - 1)}^`);
	});

	test('every fault, in the order of the positions, with its line', () => {
		expect(typeOf('a &&\n\tobject.é && b')).toBe(
			["ERROR: <input>:2:9: Syntax error: token recognition error at: 'é'", ' |  object.é && b', ' | ........＾'].join('\n'),
		);
		expect(typeOf('a &&\n\tb')).toBe(
			[
				...["ERROR: <input>:1:1: undeclared reference to 'a' (in container '')", ' | a &&', ' | ^'],
				...["ERROR: <input>:2:2: undeclared reference to 'b' (in container '')", ' |  b', ' | .^'],
			].join('\n'),
		);
	});
});

describe('optional entries', () => {
	const evaluated = (text: string): unknown => {
		const compiled = expressions.compile(text, scope, []);
		if (isInvalid(compiled)) throw new Error(compiled.problem);
		const outcome = compiled.evaluate({ object: anyToCel({ x: 'v', n: 1 }) });
		return 'error' in outcome ? outcome.error : outcome.value;
	};
	test.each<[string, unknown]>([
		['[?object.?x, ?object.?y]', ['v']],
		['[?object[?"y"], object.x]', ['v']],
		['[1, ?optional.of(2)].sum()', 3n],
		["[?object.?y].size() == 0 ? ['?', ', ?'] : []", ['?', ', ?']],
		[
			"{?'a': object.?x, ?'b': object.?y, 'c': object.x}",
			new Map([
				['a', 'v'],
				['c', 'v'],
			]),
		],
		["{?(true ? 'a' : 'b'): true ? object.?x : object.?y}", new Map([['a', 'v']])],
		["{?'a': optional.of([?object.?y, ?object.?x])}.a", ['v']],
		['[?object.?x].exists(e, e == "v")', true],
		['[?object.n]', 'no such overload'],
	])('%s', (text, wanted) => expect(evaluated(text)).toEqual(wanted));

	test('need a release that has optional values', () => {
		const early = admissionScope({ params: false, authorizer: false, vocabulary: functionsOf('1.27') });
		expect(expressions.check('[?object.a]', early)).toEqual({ issues: "ERROR: <input>:1:2: unsupported syntax '?'\n | [?object.a]\n | .^" });
	});
});

describe('an object that an expression makes', () => {
	const made = (text: string): unknown => {
		const compiled = expressions.compile(text, scope, []);
		if (isInvalid(compiled)) throw new Error(compiled.problem);
		const outcome = compiled.evaluate({ object: anyToCel({ spec: { list: ['a'], n: 2 } }), variables: anyToCel({ count: 3 }) });
		return 'error' in outcome ? outcome.error : { json: toJson(outcome.value), problems: typeNameProblems(outcome.value, 'Object') };
	};
	test.each([
		['Object{spec: Object.spec{n: object.spec.n + 1}}', { spec: { n: 3 } }],
		['Object{spec: Object.spec{?n: object.?spec.?n, ?m: object.?spec.?m}}', { spec: { n: 2 } }],
		["Object{metadata: Object.metadata{labels: {'a/b{': 'c'}}}", { metadata: { labels: { 'a/b{': 'c' } } }],
		[
			'Object{spec: Object.spec{list: object.spec.list.map(x, Object.spec.list{name: x, count: variables.count})}}',
			{ spec: { list: [{ name: 'a', count: 3 }] } },
		],
		['true ? Object{a: 1} : Object{}', { a: 1 }],
		['Object{ // none\n}', {}],
	])('%s', (text, json) => expect(made(text)).toEqual({ json, problems: [] }));

	test('has type names derived from its fields', () => {
		expect(made('Object{spec: Object.status{a: 1}}')).toMatchObject({
			problems: ['unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type'],
		});
	});
});

test('the engine has every function that is declared', () => {
	const engine = newEnvironment();
	for (const library of [authorization, mutations]) registerLibrary(engine, library);
	const known = new Set(engine.getDefinitions().functions.map(({ name }) => name));
	const declared = [...allFunctions().functions.keys(), ...ofMutations().keys()].filter((name) => /^[a-z]/i.test(name));
	expect(declared.filter((name) => !known.has(name.slice(name.lastIndexOf('.') + 1)))).toEqual([]);
});
