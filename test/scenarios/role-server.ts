/** A server with default roles, for tests that read and change them. */
import { expect, inject } from 'vitest';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

export const group = '/apis/rbac.authorization.k8s.io/v1';
export const autoupdate = 'rbac.authorization.kubernetes.io/autoupdate';

export interface RoleObject {
	readonly metadata: {
		readonly resourceVersion: string;
		readonly labels: Readonly<Record<string, string>>;
		readonly annotations: Readonly<Record<string, string>>;
	};
	readonly rules: readonly object[];
	readonly subjects: readonly object[];
	readonly roleRef: object;
}

export class RoleServer {
	readonly #scratch = makeScratch();
	#server: ServerProcess | undefined;

	get running(): ServerProcess {
		if (this.#server === undefined) throw new Error('the server has not been started');
		return this.#server;
	}

	async start(release: string): Promise<void> {
		this.#server = await startServer(inject('built').kubernetes, { dataDir: `${this.#scratch.path}/data`, flags: ['--emulated-version', release] });
	}

	/** Starts the server again on the same data. */
	async restart(release: string): Promise<void> {
		expect(await this.running.stop()).toBe(0);
		await this.start(release);
	}

	async get(path: string): Promise<RoleObject> {
		const answer = await this.running.call('GET', `${group}/${path}`);
		expect(answer.status, answer.text).toBe(200);
		return answer.json() as RoleObject;
	}

	async merge(path: string, patch: object): Promise<RoleObject> {
		const answer = await this.running.call('PATCH', `${group}/${path}`, patch, { 'content-type': 'application/merge-patch+json' });
		expect(answer.status, answer.text).toBe(200);
		return answer.json() as RoleObject;
	}

	/** Returns the resource version of each role and binding. */
	async versions(): Promise<readonly string[]> {
		const all: string[] = [];
		for (const resource of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']) {
			const { items } = (await this.running.call('GET', `${group}/${resource}`)).json() as { items: { metadata: { name: string; resourceVersion: string } }[] };
			all.push(...items.map(({ metadata }) => `${resource} ${metadata.name} ${metadata.resourceVersion}`));
		}
		return all;
	}

	async remove(): Promise<void> {
		await this.#server?.stop();
		this.#scratch.remove();
	}
}
