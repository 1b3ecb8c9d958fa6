/** Forms of discovery by accepted media type. The content of the documents is tested in test/generator/emit/discovery.test.ts. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse } from '../../runtime/api/request.ts';
import { discovery } from '../../runtime/http/endpoints/discovery.ts';
import type { Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { unwrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';

const served = narrow(catalog, catalog.release);
const remote = { edition: () => 0, resources: () => undefined };
const answerOf = (catalog: typeof served) =>
	discovery({ catalog: () => catalog, proxies: new Map(), remote, vocabulary, serverAddress: () => '127.0.0.1:6443' });
const answer = answerOf(served);

function ask(path: string, accept?: string, query = '', from = answer): ApiResponse {
	const headers: Readonly<Record<string, string | undefined>> = { accept };
	// This test contacts no other servers.
	return from({
		method: 'GET',
		path,
		query,
		parameters: () => parseQuery(query),
		header: (name: string) => headers[name],
	} as unknown as ApiRequest) as ApiResponse;
}

const text: Schema = { kind: 'string' };
const texts: Schema = { kind: 'list', items: text };
const one = (type: string): Schema => ({ kind: 'struct', type });
const many = (type: string): Schema => ({ kind: 'list', items: one(type) });

/** Client-side messages: fields by number. */
const messages: Readonly<Record<string, readonly [number, string, Schema][]>> = {
	APIVersions: [
		[1, 'versions', texts],
		[2, 'serverAddressByClientCIDRs', many('ServerAddressByClientCIDR')],
	],
	ServerAddressByClientCIDR: [
		[1, 'clientCIDR', text],
		[2, 'serverAddress', text],
	],
	APIGroupList: [[1, 'groups', many('APIGroup')]],
	APIGroup: [
		[1, 'name', text],
		[2, 'versions', many('GroupVersionForDiscovery')],
		[3, 'preferredVersion', one('GroupVersionForDiscovery')],
	],
	GroupVersionForDiscovery: [
		[1, 'groupVersion', text],
		[2, 'version', text],
	],
	APIResourceList: [
		[1, 'groupVersion', text],
		[2, 'resources', many('APIResource')],
	],
	APIResource: [
		[1, 'name', text],
		[2, 'namespaced', { kind: 'boolean' }],
		[3, 'kind', text],
		[4, 'verbs', one('Verbs')],
		[5, 'shortNames', texts],
		[6, 'singularName', text],
		[7, 'categories', texts],
		[8, 'group', text],
		[9, 'version', text],
		[10, 'storageVersionHash', text],
	],
	Verbs: [[1, 'items', texts]],
};

function descriptor(name: string): TypeDescriptor {
	const fields = (messages[name] ?? []).map(([number, field, schema]) => ({ name: field, schema, number }));
	return { name, openapi: name, fields };
}

const schemas = compile({ ...served, type: descriptor });

/** Converts a document to the form its message can express: verbs are a message, and an absent string is empty. */
function asMessage(document: Record<string, unknown>): Record<string, unknown> {
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = document;
	if (document.kind !== 'APIResourceList') return rest;
	const resources = (document.resources as Record<string, unknown>[]).map((resource) => ({
		group: '',
		version: '',
		storageVersionHash: '',
		...resource,
		verbs: { items: resource.verbs },
	}));
	return { ...rest, resources };
}

const protobuf = `application/vnd.${vocabulary.product}.protobuf`;
const aggregated = `application/json;g=apidiscovery.${vocabulary.groupDomain};v=v2;as=APIGroupDiscoveryList`;

describe.each(['/api', '/apis', '/apis/apps', '/apis/apps/v1', '/api/v1'])('%s', (path) => {
	const document = JSON.parse(String(ask(path).body)) as Record<string, unknown>;

	it('is JSON for clients that accept anything', () => {
		for (const accept of [undefined, '', '*/*', 'application/*', 'application/json', 'application/json, */*', 'text/html, application/json;q=0.5']) {
			expect(ask(path, accept)).toMatchObject({ status: 200, headers: { 'content-type': 'application/json', vary: 'Accept' } });
			expect(JSON.parse(String(ask(path, accept).body))).toEqual(document);
		}
		expect(String(ask(path, 'application/json', 'pretty=true').body)).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
	});

	it('is YAML', () => {
		const yaml = ask(path, 'application/yaml');
		expect(yaml.headers['content-type']).toBe('application/yaml');
		expect(parseYaml(Buffer.from(String(yaml.body)))).toEqual(document);
		expect(yaml.headers.etag).not.toBe(ask(path).headers.etag);
	});

	it('is protobuf', () => {
		const encoded = ask(path, `${protobuf},application/json`);
		expect(encoded.headers['content-type']).toBe(protobuf);
		const { apiVersion, kind, raw } = unwrapUnknown(encoded.body as Buffer);
		expect({ apiVersion, kind }).toEqual({ apiVersion: document.apiVersion ?? '', kind: document.kind });
		expect(schemas.type(kind).decode(raw)).toEqual(asMessage(document));
	});

	it.each(['text/html', 'application/xml;q=0.9', 'application/json;as=Table;g=meta.k8s.io;v=v1'])('is not %s', (accept) => {
		expect(() => ask(path, accept)).toThrow(ApiError);
		expect(() => ask(path, accept)).toThrow(`only the following media types are accepted: application/json, application/yaml, ${protobuf}`);
	});
});

describe('the aggregated form', () => {
	it.each([
		[`${aggregated},application/json`, aggregated],
		[`application/json;q=0.5,${aggregated}`, aggregated],
		[`text/html,${aggregated}`, aggregated],
		[`application/json,${aggregated}`, 'application/json'],
		[`application/yaml,${aggregated}`, 'application/yaml'],
		[`${protobuf},${aggregated}`, protobuf],
		[`${aggregated.replace('v=v2;', 'v=v9;')},application/json`, 'application/json'],
	])('%s is answered with %s', (accept, contentType) => {
		expect(ask('/apis', accept).headers['content-type']).toBe(contentType);
	});

	it('has no beta from 1.33 on, unless the gate that removed it is off', () => {
		const beta = aggregated.replace('v=v2;', 'v=v2beta1;');
		const given = (release: string, gates = {}) =>
			ask('/apis', `${beta},application/json`, '', answerOf(narrow(catalog, release, gates))).headers['content-type'];
		expect(given('1.32')).toBe(beta);
		expect(given('1.33')).toBe('application/json');
		expect(given('1.33', { AggregatedDiscoveryRemoveBetaType: false })).toBe(beta);
	});

	it('refuses a single accepted version that is unknown', () => {
		expect(() => ask('/apis', aggregated.replace('v=v2;', 'v=v9;'))).toThrow('only the following media types are accepted');
	});
});

it('an unserved path is not found, for any Accept header', () => {
	for (const path of ['/apis/nope', '/apis/apps/v9', '/api/v9', '/apis/apps/v1/a/b']) expect(() => ask(path, 'text/html')).toThrow('could not find');
});
