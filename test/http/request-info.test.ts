import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePath } from '../../runtime/api/path.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import { requestInfo } from '../../runtime/http/request-info.ts';
import { runs } from '../setup/sample.ts';

const infoOf = (method: string, path: string, query: string) =>
	requestInfo({ method, path: decodePath(path), query, parameters: () => parseQuery(query) }, new Set(['finalize', 'status']));

const parse = (method: string, url: string) => {
	const [path = '', query = ''] = url.split('?');
	const info = infoOf(method, path, query);
	if (!info.isResource) return `- ${info.verb}`;
	return `${info.verb} ${info.group}/${info.version} ns=${info.namespace} ${info.resource} name=${info.name} sub=${info.subresource}${info.path === undefined ? '' : ` path=${info.path}`}`;
};

describe('request info', () => {
	it.each([
		['GET', '/api/v1/configmaps', 'list /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/configmaps/', 'list /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/namespaces', 'list /v1 ns= namespaces name= sub='],
		['GET', '/api/v1/namespaces/x', 'get /v1 ns= namespaces name=x sub='],
		['PUT', '/api/v1/namespaces/x/finalize', 'update /v1 ns= namespaces name=x sub=finalize'],
		['PATCH', '/api/v1/namespaces/x/status', 'patch /v1 ns= namespaces name=x sub=status'],
		['GET', '/api/v1/namespaces/x/configmaps', 'list /v1 ns=x configmaps name= sub='],
		['HEAD', '/api/v1/namespaces/x/configmaps/y', 'get /v1 ns=x configmaps name=y sub='],
		['POST', '/api/v1/namespaces/x/configmaps', 'create /v1 ns=x configmaps name= sub='],
		['DELETE', '/api/v1/namespaces/x/configmaps', 'deletecollection /v1 ns=x configmaps name= sub='],
		['DELETE', '/api/v1/namespaces/x/configmaps/y', 'delete /v1 ns=x configmaps name=y sub='],
		['GET', '/apis/apps/v1/namespaces/x/deployments/y/scale', 'get apps/v1 ns=x deployments name=y sub=scale'],
		['GET', '/apis/storage.k8s.io/v1/csinodes?limit=500&watch=true', 'watch storage.k8s.io/v1 ns= csinodes name= sub='],
		['GET', '/api/v1/configmaps?watch=1', 'watch /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/configmaps?watch', 'watch /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/configmaps?watch=false', 'list /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/configmaps?watch=0', 'list /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/configmaps?labelSelector=watch%3Dtrue', 'list /v1 ns= configmaps name= sub='],
		['GET', '/api/v1/namespaces/x/configmaps/y?watch=true', 'watch /v1 ns=x configmaps name=y sub='],
		['GET', '/api/v1/namespaces/x/configmaps/y?watch=0', 'get /v1 ns=x configmaps name=y sub='],
		['GET', '/api/v1/namespaces/x/pods/y/log?watch=true', 'get /v1 ns=x pods name=y sub=log'],
		['GET', '/api/v1/watch/namespaces/x/configmaps/y', 'watch /v1 ns=x configmaps name=y sub='],
		['GET', '/api/v1/watch/namespaces', 'watch /v1 ns= namespaces name= sub='],
		['GET', '/apis/rbac/v1/clusterroles/system%3Aadmin', 'get rbac/v1 ns= clusterroles name=system:admin sub='],
		['TRACE', '/api/v1/secrets', ' /v1 ns= secrets name= sub='],
		['POST', '/api/v1/namespaces/a/pods/b/eviction', 'create /v1 ns=a pods name=b sub=eviction'],
		['DELETE', '/api/v1/namespaces/a/pods/b/proxy/c', 'delete /v1 ns=a pods name=b sub=proxy path=c'],
		['constructor', '/api/v1/namespaces/x/secrets/y', ' /v1 ns=x secrets name=y sub='],
		['PURGE', '/api/v1/watch/secrets', ' /v1 ns= secrets name= sub='],
		['GET', '/api/v1/namespaces/a/pods/b/proxy/c/d', 'get /v1 ns=a pods name=b sub=proxy path=c/d'],
		['GET', '/api/v1/namespaces/a/pods/b/proxy/', 'get /v1 ns=a pods name=b sub=proxy'],
		['GET', '/api/v1', '- get'],
		['GET', '/apis/apps/v1', '- get'],
		['GET', '/apis/apps/v1/', '- get'],
		['GET', '/', '- get'],
		['GET', '/livez/ping', '- get'],
	])('%s %s is %s', (method, url, expected) => expect(parse(method, url)).toBe(expected));

	it.each([
		['GET', '/api/v1/namespaces/../secrets', 400],
		['GET', '/api/v1/namespaces/%2e%2e/secrets', 400],
		['GET', '/api/v1/namespaces/a%2Fb/secrets', 400],
		['GET', '/api/v1/namespaces/a%5Cb/secrets', 400],
		['GET', '/api/v1/namespaces/a%00/secrets', 400],
		['GET', '/api/v1/namespaces/a%zz/secrets', 400],
		['GET', '/api/v1/namespaces/a%25/secrets', 400],
		['GET', '/api/v1/namespaces//secrets', 400],
		['GET', '//api/v1/secrets', undefined],
		['GET', '/livez/../api', 400],
		['GET', 'api', 400],
	])('%s %s is refused with %s', (method, url, code) => {
		if (code === undefined) expect(parse(method, url)).toBe('- get');
		else expect(() => parse(method, url)).toThrow(expect.objectContaining({ code }));
	});

	it('no path names another namespace or object than its segments', () => {
		const segment = fc.oneof(
			fc.constantFrom('api', 'apis', 'v1', 'namespaces', 'secrets', 'watch', 'status', '..', '.', '', '%2e%2e', '%2f', '%00', 'a%2fb', 'kube-system'),
			fc.string({ maxLength: 6 }),
		);
		fc.assert(
			fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
				const raw = `/${segments.join('/')}`;
				if (raw.includes('?')) return;
				let info: ReturnType<typeof requestInfo>;
				try {
					info = infoOf('GET', raw, '');
				} catch {
					return;
				}
				if (!info.isResource) return;
				const beyond = info.path?.split('/') ?? [];
				const named = [info.group, info.version, info.resource, info.subresource, info.namespace, info.name, ...beyond].filter((part) => part !== '');
				for (const part of named) {
					expect(part).not.toMatch(/[/%\\]|^\.{1,2}$/);
					expect(raw.split('/').map((text) => (text.includes('%') ? decodeURIComponent(text) : text))).toContain(part);
				}
				// Composing the parsed request yields the original path.
				const prefix = info.group === '' ? ['api'] : ['apis', info.group];
				const scope = info.namespace === '' ? [] : ['namespaces', info.namespace];
				const rest = [...scope, info.resource, info.name, info.subresource, ...beyond].filter((part) => part !== '');
				const composed = [[], ['watch']].map((watch) => `/${[...prefix, info.version, ...watch, ...rest].join('/')}`);
				expect(composed).toContain(decodePath(raw).replace(/\/$/, ''));
			}),
			{ numRuns: runs(3000), examples: [[['apis', 'watch', 'apis', 'api']]] },
		);
	});
});
