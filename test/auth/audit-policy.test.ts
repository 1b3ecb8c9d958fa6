/** Audit policies: the rule that matches a request, and the errors of a bad file. */
import { describe, expect, it } from 'vitest';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import { readPolicy } from '../../runtime/auth/audit/policy.ts';

const head = 'apiVersion: audit.example.io/v1\nkind: Policy\n';
const read = (text: string) => readPolicy(text, { groupDomain: 'example.io' });
const user = (name: string, ...groups: string[]): User => ({ name, uid: '', groups, extra: {} });
const of = (verb: Extract<RequestInfo, { isResource: true }>['verb'], resource: string, more: object = {}): RequestInfo => ({
	isResource: true,
	verb,
	group: '',
	version: 'v1',
	resource,
	subresource: '',
	namespace: 'default',
	name: '',
	...more,
});
const get: RequestInfo = { isResource: false, verb: 'get' };
const ann = user('ann', 'writers', 'system:authenticated');

describe('an audit policy', () => {
	it.each<[string, RequestInfo, string, User | undefined, boolean]>([
		['{}', of('get', 'pods'), '', ann, true],
		['{}', get, '/livez', undefined, true],
		['{users: [ann]}', of('get', 'pods'), '', ann, true],
		['{users: [bob]}', of('get', 'pods'), '', ann, false],
		['{users: [ann]}', of('get', 'pods'), '', undefined, false],
		['{userGroups: [readers, writers]}', of('get', 'pods'), '', ann, true],
		['{userGroups: [readers]}', of('get', 'pods'), '', ann, false],
		['{verbs: [get, list]}', of('list', 'pods'), '', ann, true],
		['{verbs: [get]}', get, '/livez', ann, true],
		['{verbs: [list]}', of('get', 'pods'), '', ann, false],
		['{namespaces: [default]}', of('get', 'pods'), '', ann, true],
		['{namespaces: [other]}', of('get', 'pods'), '', ann, false],
		['{namespaces: [""]}', of('get', 'nodes', { namespace: '' }), '', ann, true],
		['{namespaces: [default]}', get, '/livez', ann, false],
		['{resources: [{group: ""}]}', of('get', 'pods'), '', ann, true],
		['{resources: [{group: apps}]}', of('get', 'pods'), '', ann, false],
		['{resources: [{resources: [pods]}]}', of('get', 'pods'), '', ann, true],
		['{resources: [{resources: [pods]}]}', of('get', 'pods', { subresource: 'log' }), '', ann, false],
		['{resources: [{resources: [pods/log]}]}', of('get', 'pods', { subresource: 'log' }), '', ann, true],
		['{resources: [{resources: ["pods/*"]}]}', of('get', 'pods', { subresource: 'log' }), '', ann, true],
		['{resources: [{resources: ["pods/*"]}]}', of('get', 'pods'), '', ann, false],
		['{resources: [{resources: ["*/log"]}]}', of('get', 'pods', { subresource: 'log' }), '', ann, true],
		['{resources: [{resources: ["*"]}]}', of('get', 'pods', { subresource: 'log' }), '', ann, true],
		['{resources: [{resources: [pods], resourceNames: [one]}]}', of('get', 'pods', { name: 'one' }), '', ann, true],
		['{resources: [{resources: [pods], resourceNames: [one]}]}', of('list', 'pods'), '', ann, false],
		['{resources: [{resources: [secrets]}]}', get, '/livez', ann, false],
		['{nonResourceURLs: ["/livez*"]}', get, '/livez/ping', ann, true],
		['{nonResourceURLs: ["/livez"]}', get, '/livez/ping', ann, false],
		['{nonResourceURLs: ["*"]}', get, '/anything', ann, true],
		['{nonResourceURLs: ["*"]}', of('get', 'pods'), '/api/v1/pods', ann, false],
	])('%s and %j of %s', (rule, info, path, who, fits) => {
		const policy = read(`${head}rules:\n- ${rule === '{}' ? '{level: Request}' : rule.replace('{', '{level: Request, ')}\n`);
		expect(policy({ info, path }, who).level).toBe(fits ? 'Request' : 'None');
	});

	it('takes the level from the first matching rule and adds up omitted stages', () => {
		const policy = read(
			`${head}omitStages: [RequestReceived]\nomitManagedFields: true\nrules:\n- {level: None, users: [bob]}\n- {level: RequestResponse, verbs: [get], omitStages: [Panic], omitManagedFields: false}\n- {level: Metadata}\n`,
		);
		expect(policy({ info: of('get', 'pods'), path: '' }, user('bob')).level).toBe('None');
		expect(policy({ info: of('get', 'pods'), path: '' }, ann)).toEqual({
			level: 'RequestResponse',
			omitted: new Set(['RequestReceived', 'Panic']),
			omitManagedFields: false,
		});
		const last = policy({ info: of('list', 'pods'), path: '' }, ann);
		expect(last).toEqual({ level: 'Metadata', omitted: new Set(['RequestReceived']), omitManagedFields: true });
		// Matching allocates no object per request.
		expect(policy({ info: of('list', 'services'), path: '' }, ann)).toBe(last);
	});

	it.each([
		['[]', 'expected a map'],
		['apiVersion: v1', 'apiVersion: expected audit.example.io/v1'],
		['apiVersion: audit.example.io/v1\nkind: Config', 'kind: expected Policy'],
		[head, 'rules: expected at least one'],
		[`${head}more: 1`, '"more" is an unknown field (known fields: apiVersion, kind, metadata, rules, omitStages, omitManagedFields)'],
		[`${head}omitStages: [Later]\nrules: [{level: None}]`, 'omitStages[0]: expected one of RequestReceived, ResponseStarted, ResponseComplete, Panic'],
		[`${head}rules: [{}]`, 'rules[0].level: expected one of None, Metadata, Request, RequestResponse'],
		[`${head}rules: [{level: metadata}]`, 'rules[0].level: expected one of None, Metadata, Request, RequestResponse'],
		[`${head}rules: [{level: None, user: [a]}]`, /^rules\[0\]: "user" is an unknown field/],
		[`${head}rules: [{level: None, users: a}]`, 'rules[0].users: expected a list'],
		[`${head}rules: [{level: None, users: [1]}]`, 'rules[0].users[0]: expected a string'],
		[`${head}rules: [{level: None, resources: [{resourceNames: [a]}]}]`, 'rules[0].resources[0]: resourceNames need resources'],
		[`${head}rules: [{level: None, namespaces: [a], nonResourceURLs: ["/a"]}]`, 'rules[0]: nonResourceURLs cannot be combined with resources or namespaces'],
		[`${head}rules: [{level: None, nonResourceURLs: [a]}]`, 'rules[0].nonResourceURLs[0]: expected a path or *'],
		[`${head}rules: [{level: None, nonResourceURLs: ["/a*b"]}]`, 'rules[0].nonResourceURLs[0]: * is allowed only at the end'],
		[`${head}rules: [{level: None, omitManagedFields: "yes"}]`, 'rules[0].omitManagedFields: expected true or false'],
	])('%s', (text, message) => {
		expect(() => read(text)).toThrow(typeof message === 'string' ? new Error(message) : message);
	});
});
