/** Compiled rules by role name. A role is parsed on first use and dropped when it changes. */
import type { Role, RoleRef } from '../../../../generated/types/rbac/v1.ts';
import type { WatchCache } from '../../../watch/contract.ts';
import { type CompiledRule, compileRule } from './rules.ts';

export class RoleRules {
	readonly #cache: WatchCache;
	/** Resource group in the storage names of the kinds. */
	readonly #group: string;
	readonly #ready = new Map<string, readonly CompiledRule[]>();

	#generation = 0;

	constructor(cache: WatchCache, group: string) {
		this.#cache = cache;
		this.#group = group;
	}

	/** Returns the rules of a role, or undefined if the role does not exist. `namespace` is the binding's. */
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

	/** Number that changes whenever a role changes. */
	get generation(): number {
		return this.#generation;
	}

	/** Drops the parsed rules of a changed role. */
	changed(namespace: string, name: string): void {
		this.#generation++;
		this.#ready.delete(`${namespace}/${name}`);
	}

	clear(): void {
		this.#generation++;
		this.#ready.clear();
	}
}
