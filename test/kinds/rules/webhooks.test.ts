/** Tests ValidatingWebhookConfiguration and MutatingWebhookConfiguration: refusals, defaults, and immutable fields. */
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();

const group = '/apis/admissionregistration.orch.io/v1';
const whole = { name: 'a.example.com', clientConfig: { url: 'https://a/b' }, sideEffects: 'None', admissionReviewVersions: ['v1'] };
const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const of = (fields: JsonObject) => ({ webhooks: [{ ...whole, ...fields }] });
const rule = (fields: JsonObject) => of({ rules: [{ ...all, ...fields }] });
const service = (fields: JsonObject) => of({ clientConfig: { service: { namespace: 'n', name: 's', ...fields } } });
const url = (text: string) => of({ clientConfig: { url: text } });
const at = 'webhooks[0]';
const inRule = `${at}.rules[0]`;
const inClient = `${at}.clientConfig`;

describe.each(['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'])('%s', (plural) => {
	const path = `${group}/${plural}`;
	const rows: Row[] = [
		['none', {}, ''],
		['one', of({}), ''],
		['no name', of({ name: '' }), `${at}.name: Required value`],
		['a name of two parts', of({ name: 'a.b' }), `${at}.name: Invalid value: "a.b": should be a domain with at least three segments separated by dots`],
		['a name that is none', of({ name: 'A.b.c' }), `${at}.name: Invalid value: "A.b.c": a lowercase RFC 1123 subdomain`],
		['one twice', { webhooks: [whole, whole] }, 'webhooks[1].name: Duplicate value: "a.example.com"'],
		['all requests', rule({}), ''],
		['no operations', rule({ operations: [] }), `${inRule}.operations: Required value`],
		[
			'an unknown operation',
			rule({ operations: ['X'] }),
			`${inRule}.operations[0]: Unsupported value: "X": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"`,
		],
		['all operations and one', rule({ operations: ['*', 'CREATE'] }), "if '*' is present, must not specify other operations"],
		['no groups', rule({ apiGroups: [] }), `${inRule}.apiGroups: Required value`],
		['all groups and one', rule({ apiGroups: ['*', ''] }), "if '*' is present, must not specify other API groups"],
		['an empty version', rule({ apiVersions: [''] }), `${inRule}.apiVersions[0]: Required value`],
		['all versions and one', rule({ apiVersions: ['*', 'v1'] }), "if '*' is present, must not specify other API versions"],
		['no resources', rule({ resources: [] }), `${inRule}.resources: Required value`],
		['all resources and one', rule({ resources: ['*', 'a'] }), "if '*' is present, must not specify other resources without subresources"],
		['all resources and a subresource', rule({ resources: ['*', 'a/b'] }), ''],
		['everything and one', rule({ resources: ['*/*', 'a'] }), "if '*/*' is present, must not specify other resources"],
		['all of one and a part', rule({ resources: ['a/*', 'a/b'] }), `${inRule}.resources[1]: Invalid value: "a/b": if 'a/*' is present, must not specify a/b`],
		['a part of all and of one', rule({ resources: ['*/b', 'a/b'] }), "if '*/b' is present, must not specify a/b"],
		['an unknown scope', rule({ scope: 'X' }), `${inRule}.scope: Unsupported value: "X": supported values: "*", "Cluster", "Namespaced"`],
		['an unknown policy', of({ failurePolicy: 'X' }), `${at}.failurePolicy: Unsupported value: "X": supported values: "Fail", "Ignore"`],
		['an unknown way to match', of({ matchPolicy: 'X' }), `${at}.matchPolicy: Unsupported value: "X": supported values: "Equivalent", "Exact"`],
		['no word of side effects', of({ sideEffects: null }), `${at}.sideEffects: Required value: must specify one of None, NoneOnDryRun`],
		['side effects', of({ sideEffects: 'Some' }), `${at}.sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"`],
		['no time', of({ timeoutSeconds: 0 }), `${at}.timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds`],
		['too much time', of({ timeoutSeconds: 31 }), 'the timeout value must be between 1 and 30 seconds'],
		['a selector that is none', of({ objectSelector: { matchLabels: { 'a b': 'c' } } }), 'name part must consist of'],
		['no versions', of({ admissionReviewVersions: [] }), `${at}.admissionReviewVersions: Required value: must specify one of v1, v1beta1`],
		['versions to come', of({ admissionReviewVersions: ['v2'] }), 'must include at least one of v1, v1beta1'],
		['a version twice', of({ admissionReviewVersions: ['v1', 'v1'] }), `${at}.admissionReviewVersions[1]: Invalid value: "v1": duplicate version`],
		['no place', of({ clientConfig: {} }), `${inClient}: Required value: exactly one of url or service is required`],
		['two places', of({ clientConfig: { url: 'https://a', service: { namespace: 'n', name: 's' } } }), 'exactly one of url or service is required'],
		['without TLS', url('http://a'), `${inClient}.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`],
		['no host', url('https://'), `${inClient}.url: Invalid value: "": host must be provided; desired format: https://host[/path]`],
		['a user', url('https://u:p@a/'), `${inClient}.url: Invalid value: "u:p": user information is not permitted in the URL`],
		['a query', url('https://a/?q'), `${inClient}.url: Invalid value: "q": query parameters are not permitted in the URL`],
		['a fragment', url('https://a/#f'), `${inClient}.url: Invalid value: "f": fragments are not permitted in the URL`],
		['a service', service({ path: '/a/b/' }), ''],
		['no service', service({ name: '' }), `${inClient}.service.name: Required value: service name is required`],
		['a service of no namespace', service({ namespace: '' }), `${inClient}.service.namespace: Required value: service namespace is required`],
		['no port', service({ port: 0 }), `${inClient}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`],
		['a path that does not begin', service({ path: 'a' }), `${inClient}.service.path: Invalid value: "a": must start with a '/'`],
		['a path with nothing in it', service({ path: '/a//b' }), `${inClient}.service.path: Invalid value: "/a//b": segment[1] may not be empty`],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	it('has defaults, and counts changes', async () => {
		const body = { metadata: { name: 'full' }, ...rule({}) };
		const made = await server.call('POST', path, { body });
		expect(made.body.webhooks[0]).toMatchObject({
			failurePolicy: 'Fail',
			matchPolicy: 'Equivalent',
			namespaceSelector: {},
			objectSelector: {},
			timeoutSeconds: 10,
		});
		expect(made.body.webhooks[0].rules[0].scope).toBe('*');
		expect(made.body.webhooks[0].reinvocationPolicy).toBe(plural.startsWith('mutating') ? 'Never' : undefined);
		const labelled = await server.call('PATCH', `${path}/full`, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		const changed = await server.call('PATCH', `${path}/full`, { type: merge, body: of({ timeoutSeconds: 5 }) });
		expect([made, labelled, changed].map(({ body: { metadata } }) => metadata.generation)).toEqual([1, 1, 2]);
		expect((await server.call('PUT', `${path}/full`, { body })).body.message).toContain('metadata.resourceVersion');
		const { body: table } = await server.call('GET', `${path}/full`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table.rows[0].cells.slice(0, 2)).toEqual(['full', 1]);
	});
});
