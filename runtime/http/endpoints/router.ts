/** Routes an authorized request: resources to the verbs, all other paths by the complete table below. */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../api/request.ts';

/** Handlers of everything that is not a resource. */
export interface Endpoints {
	readonly discovery: Handler;
	readonly openApi: Handler;
	readonly version: Handler;
	readonly metrics: Handler;
	/** Answers paths below `/debug/`. Returns undefined for unknown paths. */
	readonly debug: (request: ApiRequest) => ApiResponse | undefined;
	/** Answers the paths of the service account issuer. Returns undefined for unknown paths. */
	readonly issuer: (request: ApiRequest) => ApiResponse | undefined;
	/** Answers paths below `/storage/`. Returns undefined for unknown paths and methods. */
	readonly storage: (request: ApiRequest) => ApiResponse | undefined | Promise<ApiResponse>;
	/** Answers a health endpoint. `check`: name of a single check, empty for all. */
	readonly health: (request: ApiRequest, endpoint: 'healthz' | 'livez' | 'readyz', check: string) => ApiResponse;
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Method other than GET that a path allows, by its first segment. */
const otherMethods: Readonly<Record<string, string>> = { storage: 'POST' };

/** Paths in the index at `/`. Discovery adds those below `/apis`. */
const indexPaths: readonly string[] = [
	...['/.well-known/openid-configuration', '/api', '/apis', '/healthz', '/livez', '/metrics'],
	...['/openapi/v2', '/openapi/v3', '/openid/v1/jwks', '/readyz', '/version'],
];

/** Returns the handler of a group version that another server serves; undefined for others. */
export type ProxyLookup = (group: string, version: string) => Handler | undefined;

/** Returns the handler of all paths. `groupVersionPaths`: `/api/v1`, `/apis/GROUP` and `/apis/GROUP/VERSION`. */
export function router(resources: Handler, endpoints: Endpoints, groupVersionPaths: () => readonly string[], proxyOf: ProxyLookup): Handler {
	const index = (): ApiResponse => ({
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ paths: [...indexPaths, ...groupVersionPaths()].sort() }, undefined, 2),
	});
	const routes: Readonly<Record<string, (request: ApiRequest, rest: string) => ApiResponse | Promise<ApiResponse>>> = {
		// `//x` also has an empty first segment, and is not found.
		'': (request) => (request.path.length <= 1 ? index() : refuse()),
		api: (request, rest) => (rest === '' ? undefined : proxyOf('', rest.replace(/\/$/, ''))?.(request)) ?? endpoints.discovery(request),
		apis: (request, rest) => proxied(request, rest) ?? endpoints.discovery(request),
		'.well-known': (request) => endpoints.issuer(request) ?? refuse(),
		openid: (request) => endpoints.issuer(request) ?? refuse(),
		openapi: (request) => endpoints.openApi(request),
		version: (request, rest) => (rest === '' ? endpoints.version(request) : refuse()),
		metrics: (request, rest) => (rest === '' ? endpoints.metrics(request) : refuse()),
		debug: (request) => endpoints.debug(request) ?? refuse(),
		storage: (request) => endpoints.storage(request) ?? refuse(),
		healthz: (request, rest) => endpoints.health(request, 'healthz', rest),
		livez: (request, rest) => endpoints.health(request, 'livez', rest),
		readyz: (request, rest) => endpoints.health(request, 'readyz', rest),
	};
	/** Forwards a path below GROUP/VERSION (`rest`). Paths of a GROUP alone are answered here. */
	const proxied = (request: ApiRequest, rest: string): ReturnType<Handler> | undefined => {
		const [group = '', version = ''] = rest.split('/');
		return version === '' ? undefined : proxyOf(group, version)?.(request);
	};
	return (request) => {
		const { info } = request;
		if (info.isResource) return (proxyOf(info.group, info.version) ?? resources)(request);
		const slash = request.path.indexOf('/', 1);
		const first = slash < 0 ? request.path.slice(1) : request.path.slice(1, slash);
		const route = Object.hasOwn(routes, first) ? routes[first] : undefined;
		if (route === undefined) return refuse();
		if (!readingMethods.has(request.method) && otherMethods[first] !== request.method)
			throw new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
		return route(request, slash < 0 ? '' : request.path.slice(slash + 1));
	};
}

function refuse(): never {
	throw new ApiError('NotFound', 'the server could not find the requested resource', {});
}
