/** `--authorization-config`: parsing of the file, and the match conditions of its webhooks. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Attributes, Authorizer } from '../../runtime/api/authorization.ts';
import { authorizationFile } from '../../runtime/auth/authz/configuration/configured.ts';
import { readAuthorizationConfig } from '../../runtime/auth/authz/configuration/read.ts';
import { authorizationModes } from '../../runtime/auth/authz/index.ts';
import { webhookAuthorizer } from '../../runtime/auth/authz/webhook/authorizer.ts';
import { matchConditions } from '../../runtime/auth/authz/webhook/match-conditions.ts';
import { parseConfig } from '../../runtime/wire/config-file.ts';

const webhook = {
	timeout: '3s',
	subjectAccessReviewVersion: 'v1',
	failurePolicy: 'NoOpinion',
	connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/etc/webhook.yaml' },
};
const file = (...authorizers: readonly object[]) => ({ apiVersion: 'apiserver.config.orch.io/v1', kind: 'AuthorizationConfiguration', authorizers });
const asks = (more: object = {}, name = 'hook') => ({ type: 'Webhook', name, webhook: { ...webhook, ...more } });
const read = (content: unknown, release = '1.36') =>
	parseConfig('authz.yaml', JSON.stringify(content, null, 1), (root) =>
		readAuthorizationConfig(root, { file: authorizationFile, vocabulary, release, modes: authorizationModes() }),
	);
const conditions = (...expressions: readonly string[]) => ({
	matchConditions: expressions.map((expression) => ({ expression })),
	matchConditionSubjectAccessReviewVersion: 'v1',
});

describe('the file', () => {
	it('names authorizers in their order, with any number of webhooks', async () => {
		const usual = { file: '/etc/webhook.yaml', version: 'v1', timeoutMs: 3_000, authorizedMs: 300_000, unauthorizedMs: 30_000, deniesOnFailure: false };
		const others = { failurePolicy: 'Deny', authorizedTTL: '1m', cacheUnauthorizedRequests: false, ...conditions("request.user == 'a'") };
		expect(await read(file({ type: 'Node', name: 'nodes' }, asks(), asks(others, 'other')))).toEqual([
			{ type: 'Node', name: 'nodes' },
			{ type: 'Webhook', name: 'hook', webhook: { ...usual, conditions: [] } },
			{
				...{ type: 'Webhook', name: 'other' },
				webhook: { ...usual, authorizedMs: 60_000, unauthorizedMs: 0, deniesOnFailure: true, conditions: ["request.user == 'a'"] },
			},
		]);
	});

	it.each<[string, unknown, string]>([
		['is no map', [], 'expected a map'],
		['is another kind', { ...file(asks()), kind: 'EncryptionConfiguration' }, 'kind: expected AuthorizationConfiguration'],
		['is of another version', { ...file(asks()), apiVersion: 'v1' }, 'apiVersion: expected apiserver.config.orch.io/v1'],
		['names nobody', file(), 'authorizers: expected a list with at least one entry'],
		['has other fields', { ...file(asks()), more: 1 }, '"more" is an unknown field'],
		['names no mode', file({ type: 'Maybe', name: 'x' }), 'authorizers[0].type: expected one of Node, RBAC, ABAC, Webhook, AlwaysAllow, AlwaysDeny'],
		['gives no name', file({ type: 'RBAC' }), 'authorizers[0].name: expected a string'],
		['gives a wrong name', file({ type: 'RBAC', name: 'A_b' }), 'authorizers[0].name: a lowercase RFC 1123 subdomain'],
		['gives a mode twice', file({ type: 'RBAC', name: 'a' }, { type: 'RBAC', name: 'b' }), 'authorizers[1].type: RBAC is given twice'],
		['gives a name twice', file(asks(), asks()), 'authorizers[1].name: "hook" is given twice'],
		['gives others a webhook', file({ type: 'RBAC', name: 'a', webhook }), 'authorizers[0].webhook: only a type of Webhook has one'],
		['gives a webhook nothing', file({ type: 'Webhook', name: 'a' }), 'authorizers[0].webhook: expected a map'],
		['has no time for a webhook', file(asks({ timeout: undefined })), 'webhook.timeout: expected a string'],
		['has no duration', file(asks({ timeout: 'soon' })), 'webhook.timeout: expected a duration such as 3s'],
		['waits too long', file(asks({ timeout: '31s' })), 'webhook.timeout: expected at most 30s'],
		['asks in no version', file(asks({ subjectAccessReviewVersion: 'v2' })), 'subjectAccessReviewVersion: expected one of v1, v1beta1'],
		['does not say what a failure is', file(asks({ failurePolicy: undefined })), 'failurePolicy: expected one of NoOpinion, Deny'],
		['asks in a cluster', file(asks({ connectionInfo: { type: 'InClusterConfig' } })), 'connectionInfo.type: expected KubeConfigFile'],
		[
			'names a file beside itself',
			file(asks({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'a' } })),
			'kubeConfigFile: expected an absolute path',
		],
		['has conditions in no version', file(asks({ matchConditions: [{ expression: 'true' }] })), 'matchConditionSubjectAccessReviewVersion: expected v1'],
		['has a condition twice', file(asks(conditions('true', 'true'))), 'matchConditions[1].expression: it is given twice'],
		['has too many conditions', file(asks(conditions(...[...Array(65).keys()].map((i) => `${i} == 1`)))), 'matchConditions: expected at most 64'],
		['has a condition that says nothing', file(asks(conditions(''))), 'matchConditions[0].expression: expected a string'],
	])('is refused with the line of the fault when it %s', async (_, content, sentence) => {
		await expect(read(content)).rejects.toThrow(sentence);
		await expect(read(content)).rejects.toThrow(/^authz\.yaml:\d+: /);
	});

	const of = (version: string, content: object) => ({ ...content, apiVersion: `apiserver.config.orch.io/${version}` });
	it.each<[release: string, object, string | undefined]>([
		['1.29', of('v1alpha1', file(asks())), undefined],
		['1.29', of('v1beta1', file(asks())), 'v1beta1 exists from 1.30 on; the emulated release is 1.29 (expected apiserver.config.orch.io/v1alpha1)'],
		['1.31', of('v1beta1', file(asks())), undefined],
		['1.31', of('v1', file(asks())), 'v1 exists from 1.32 on; the emulated release is 1.31'],
		['1.32', of('v1', file(asks())), undefined],
		['1.33', of('v1', file(asks({ cacheAuthorizedRequests: false }))), '"cacheAuthorizedRequests" exists from 1.34 on; the emulated release is 1.33'],
		['1.34', of('v1', file(asks({ cacheAuthorizedRequests: false, cacheUnauthorizedRequests: false }))), undefined],
	])('in %s has the versions and fields of the release', async (release, content, sentence) => {
		if (sentence === undefined) expect(await read(content, release)).toHaveLength(1);
		else await expect(read(content, release)).rejects.toThrow(sentence);
	});
});

const type = (name: string) => catalog.type(name);
const pods: Attributes = {
	user: { name: 'alice', uid: '', groups: ['dev'], extra: { team: ['a'] } },
	info: { isResource: true, verb: 'list', group: '', version: 'v1', resource: 'pods', subresource: '', namespace: 'ns', name: '' },
	path: '',
};
const path: Attributes = { ...pods, info: { isResource: false, verb: 'get' }, path: '/metrics' };
const selected: Attributes = { ...pods, selectors: () => ({ fields: [{ key: 'spec.nodeName', operator: 'In', values: ['a'] }], labels: [] }) };

describe('conditions', () => {
	it.each<[string, Attributes, boolean]>([
		["request.resourceAttributes.namespace == 'ns'", pods, true],
		["request.resourceAttributes.namespace == 'kube-system'", pods, false],
		["has(request.resourceAttributes) && request.resourceAttributes.subresource == ''", pods, true],
		['has(request.resourceAttributes)', path, false],
		["has(request.nonResourceAttributes) && request.nonResourceAttributes.path == '/metrics'", path, true],
		["'dev' in request.groups && request.user == 'alice' && request.uid == ''", pods, true],
		["!('system:serviceaccounts' in request.groups)", pods, true],
		["request.extra['team'].exists(each, each == 'a')", pods, true],
		["request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'spec.nodeName' && r.operator == 'In' && r.values == ['a'])", selected, true],
		['has(request.resourceAttributes.fieldSelector)', pods, false],
	])('%s', (text, attributes, holds) => expect(matchConditions([text], 'matchConditions', type)(attributes)).toBe(holds));

	it('are all required: one false condition decides even when an earlier one fails', () => {
		const fails = "request.resourceAttributes.namespace == 'ns'";
		expect(matchConditions([fails, 'has(request.resourceAttributes)'], 'matchConditions', type)(path)).toBe(false);
		expect(() => matchConditions([fails, '!has(request.resourceAttributes)'], 'matchConditions', type)(path)).toThrow(`${JSON.stringify(fails)} fails: `);
	});

	it.each([
		['request.', 'matchConditions[0].expression: '],
		["request.usr == 'a'", 'unknown field usr in authorization/v1.SubjectAccessReviewSpec'],
		['request.user', 'gives string, and must give bool'],
		['request.user == 1', 'matchConditions[0].expression: '],
	])('are refused when they do not compile: %s', (text, sentence) => expect(() => matchConditions([text], 'matchConditions', type)).toThrow(sentence));
});

describe('a webhook with conditions', () => {
	const asked: string[] = [];
	const failed: string[] = [];
	const started = (text: string, deniesOnFailure: boolean): Authorizer => {
		asked.length = 0;
		failed.length = 0;
		return webhookAuthorizer({
			...{ vocabulary, version: 'v1', authorizedMs: 0, unauthorizedMs: 0, deniesOnFailure, matches: matchConditions([text], 'matchConditions', type) },
			failed: (sentence) => failed.push(sentence),
			client: {
				ask: async (body) => {
					asked.push(body);
					throw new Error('it is gone');
				},
			},
		});
	};

	it('is not called when its conditions do not hold', () => {
		expect(started('has(request.nonResourceAttributes)', true).authorize(pods)).toEqual({ verdict: 'no opinion', reason: '' });
		expect(asked).toEqual([]);
	});

	it.each([
		['a condition', "request.resourceAttributes.namespace == 'ns'", path],
		['the webhook', 'true', pods],
	])('denies or has no opinion when %s fails', async (_, text, attributes) => {
		expect(await started(text, true).authorize(attributes)).toEqual({ verdict: 'deny', reason: 'the authorization webhook failed' });
		expect(failed).toEqual([expect.stringContaining('the authorization webhook failed and denies the request: ')]);
		await expect((async () => started(text, false).authorize(attributes))()).rejects.toThrow('the authorization webhook failed and has no opinion: ');
	});
});
