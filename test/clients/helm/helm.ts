/** Helm, built from its Go module, and a dedicated server for it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { bindProgram, type Run, type RunOptions } from '../kubectl.ts';
import { writeChart } from './chart.ts';

const module = import.meta.dirname;

/** Reports whether Go is installed; prints a message when it is missing. */
export function hasGo(): boolean {
	const found = spawnSync('go', ['version']).status === 0;
	if (!found) console.warn('SKIPPED: Helm is built of its Go module, and there is no Go on PATH');
	return found;
}

/**
 * Returns the path of Helm in the Go cache, building it on first use. The build takes seconds with compiled packages, and minutes without.
 */
export function buildHelm(): string {
	return execFileSync('go', ['tool', '-n', 'helm.sh/helm/v3/cmd/helm'], { cwd: module, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

export interface Stored {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: {
		readonly name: string;
		readonly namespace?: string;
		readonly uid: string;
		readonly labels?: Readonly<Record<string, string>>;
		readonly annotations?: Readonly<Record<string, string>>;
		readonly deletionTimestamp?: string;
	};
	readonly [field: string]: unknown;
}

export interface HelmSession {
	readonly server: ServerProcess;
	/** Folder of the chart. */
	readonly chart: string;
	/** Runs a command that must succeed and returns its output. */
	ok(command: string, options?: RunOptions): Promise<string>;
	/** Runs a command that must fail and returns its error output. */
	fails(command: string): Promise<string>;
	/** Returns the object at a path, or undefined when it does not exist. */
	get(path: string): Promise<Stored | undefined>;
	/** Applies a merge patch that must succeed, as another client than Helm would. */
	patch(path: string, body: object): Promise<void>;
	create(path: string, body: object): Promise<void>;
	/**
	 * Returns all objects of creatable kinds, in one namespace or, without a namespace, the cluster-scoped ones. Objects served in several
	 * groups appear once.
	 */
	everything(namespace?: string): Promise<readonly Stored[]>;
	/** Writes a file and returns its path. */
	file(name: string, text: string): string;
	end(): Promise<void>;
}

export async function startHelmSession(helm: string): Promise<HelmSession> {
	const server = await startServer(inject('built').kubernetes);
	const folder = mkdtempSync(join(tmpdir(), 'orch-helm-'));
	const invoke = bindProgram(helm, server.kubeconfig, folder);
	const run = (command: string, options?: RunOptions): Promise<Run> => invoke(command.split(/\s+/), { timeoutMs: 60_000, ...options });
	const succeeds = async (method: string, path: string, body: object, type = 'application/json'): Promise<void> => {
		const answer = await server.call(method, path, JSON.stringify(body), { 'content-type': type });
		expect({ path, status: answer.status, text: answer.status < 300 ? '' : answer.text }).toEqual({ path, status: answer.status, text: '' });
	};
	return {
		server,
		chart: await writeChart(join(folder, 'shop'), await servedKinds(server)),
		async ok(command, options) {
			const { code, stdout, stderr } = await run(command, options);
			expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
			return stdout;
		},
		async fails(command) {
			const { code, stdout, stderr } = await run(command);
			expect({ command, code, stdout }).toEqual({ command, code: 1, stdout });
			return stderr;
		},
		async get(path) {
			const answer = await server.call('GET', path);
			expect([200, 404]).toContain(answer.status);
			return answer.status === 200 ? (answer.json() as Stored) : undefined;
		},
		patch: (path, body) => succeeds('PATCH', path, body, 'application/merge-patch+json'),
		create: (path, body) => succeeds('POST', path, body),
		async everything(namespace) {
			const kinds = await servedKinds(server);
			const lists = kinds
				.filter(({ namespaced }) => namespaced === (namespace !== undefined))
				.map(async ({ root, resource, apiVersion, kind }) => {
					const answer = await server.call('GET', `${root}/${namespace === undefined ? '' : `namespaces/${namespace}/`}${resource}`);
					expect(answer.status).toBe(200);
					return (answer.json() as { items: Stored[] }).items.map((item) => ({ ...item, apiVersion, kind }));
				});
			const found = (await Promise.all(lists)).flat();
			return [...new Map(found.toReversed().map((object) => [object.metadata.uid, object])).values()];
		},
		file(name, text) {
			const path = join(folder, name);
			writeFileSync(path, text);
			return path;
		},
		async end() {
			await server.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export interface ServedKind {
	/** `/api/v1`, `/apis/apps/v1`. */
	readonly root: string;
	readonly resource: string;
	readonly apiVersion: string;
	readonly kind: string;
	readonly namespaced: boolean;
}

/** Returns the kinds that discovery lists as creatable and listable. */
export async function servedKinds(server: ServerProcess): Promise<readonly ServedKind[]> {
	const read = async <T>(path: string): Promise<T> => (await server.call('GET', path)).json() as T;
	const { groups } = await read<{ groups: { preferredVersion: { groupVersion: string } }[] }>('/apis');
	const roots = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
	const found = roots.map(async (root) => {
		type Resource = { name: string; kind: string; namespaced: boolean; verbs: string[] };
		const answer = await server.call('GET', root);
		// The chart's APIService names a server that does not exist.
		if (answer.status === 503) return [];
		const { groupVersion, resources } = answer.json() as { groupVersion: string; resources: Resource[] };
		return resources
			.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('create') && verbs.includes('list'))
			.map(({ name, kind, namespaced }) => ({ root, resource: name, apiVersion: groupVersion, kind, namespaced }));
	});
	return (await Promise.all(found)).flat();
}
