/** Resources that a release of Kubernetes serves with all versions turned on, read from its OpenAPI document in a Go module. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Verbs by `GROUP/VERSION/RESOURCE` or `GROUP/VERSION/RESOURCE/SUBRESOURCE`, in alphabetical order, without `watch`. */
export type Served = ReadonlyMap<string, string>;

interface Operation {
	readonly 'x-kubernetes-action'?: string;
}

const methods: Readonly<Record<string, string>> = { get: 'get', put: 'update', post: 'create', patch: 'patch', delete: 'delete' };
const actions: Readonly<Record<string, string>> = { post: 'create', put: 'update' };

/** Returns the resource of a path; undefined for documents, and for the deprecated paths of watches. */
function resourceOf(path: string): string | undefined {
	const [root, ...parts] = path.split('/').filter((part) => part !== '');
	const [group, version, ...rest] = root === 'api' ? ['', ...parts] : parts;
	if ((root !== 'api' && root !== 'apis') || version === undefined || rest[0] === undefined || rest[0] === 'watch') return undefined;
	const isInside = rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize';
	const [resource, , subresource, further] = isInside ? rest.slice(2) : rest;
	if (further !== undefined) return undefined;
	return [group, version, resource, ...(subresource === undefined ? [] : [subresource])].join('/');
}

export function servedBy(document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }): Served {
	const found = new Map<string, Set<string>>();
	for (const [path, operations] of Object.entries(document.paths)) {
		const resource = resourceOf(path);
		if (resource === undefined) continue;
		const verbs = found.get(resource) ?? new Set();
		for (const [method, operation] of Object.entries(operations)) {
			const action = operation['x-kubernetes-action'] ?? methods[method];
			if (method !== 'parameters' && action !== undefined && !action.startsWith('watch')) verbs.add(actions[action] ?? action);
		}
		found.set(resource, verbs);
	}
	return new Map([...found].map(([resource, verbs]) => [resource, [...verbs].sort().join(', ')]));
}

/** Patch releases of the modules whose first release has no Go module. */
const patches: Readonly<Record<string, string>> = { '1.15': '12', '1.16': '15' };

/** Downloads the module of a release into a temporary cache, reads its document, and removes the cache. */
export function servedByRelease(release: string): Served {
	const cache = mkdtempSync(join(tmpdir(), 'orch-go-modules-'));
	try {
		const version = `v${release}.${patches[release] ?? '0'}`;
		const env = { ...process.env, GOMODCACHE: cache, GOFLAGS: '-modcacherw' };
		const told = execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${version}`], { cwd: cache, env, encoding: 'utf8' });
		const { Dir } = JSON.parse(told) as { Dir: string };
		return servedBy(JSON.parse(readFileSync(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8')));
	} finally {
		rmSync(cache, { recursive: true, force: true });
	}
}
