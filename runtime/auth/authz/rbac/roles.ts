/** Rules of roles by the name of the role: read when a decision first needs them, dropped when the role changes. */
import type { Role, RoleRef } from '../../../../generated/types/rbac/v1.ts';
import type { WatchCache } from '../../../watch/contract.ts';
import { type CompiledRule, compileRule } from './rules.ts';

export class RoleRules {
	readonly #cache: WatchCache;
	/** Storage names of the kinds, which are those of their resources. */
	readonly #group: string;
	readonly #ready = new Map<string, readonly CompiledRule[]>();

	#generation = 0;

	constructor(cache: WatchCache, group: string) {
		this.#cache = cache;
		this.#group = group;
	}

	/** Undefined: there is no such role. `namespace`: of the binding. */
	of({ kind, name }: RoleRef, namespace: string): readonly CompiledRule[] | undefined {
		const home = kind === 'Role' ? namespace : '';
		const known = this.#ready.get(`${home}/${name}`);
		if (known !== undefined) return known;
		const found = this.#cache.get(`${kind === 'Role' ? 'roles' : 'clusterroles'}.${this.#group}`, home, name);
		if (found === undefined || found.damaged) return undefined;
		const { rules } = JSON.parse(found.bytes.toString()) as Role;
		const compiled = (rules ?? []).map(compileRule);
		this.#ready.set(`${home}/${name}`, compiled);
		return compiled;
	}

	/** Another number when some role is not what it was. */
	get generation(): number {
		return this.#generation;
	}

	/** The role is not what it was. */
	changed(namespace: string, name: string): void {
		this.#generation++;
		this.#ready.delete(`${namespace}/${name}`);
	}

	clear(): void {
		this.#generation++;
		this.#ready.clear();
	}
}
