/** `--authorization-mode`: the modes that exist, by name. Those that come later are refused by name, never ignored. */
import type { Authorizer } from './authorizer.ts';

const modes: Readonly<Record<string, Authorizer>> = {
	AlwaysAllow: () => 'allow',
	AlwaysDeny: () => 'deny',
};

const later: ReadonlySet<string> = new Set(['RBAC', 'ABAC', 'Node', 'Webhook']);

/** The default: only the privileged group gets through. */
export const defaultMode = 'AlwaysDeny';

/** Throws an Error with one sentence for the user. */
export function authorizersOf(names: readonly string[]): Authorizer[] {
	if (names.length === 0) throw new Error('--authorization-mode: at least one mode must be given');
	if (new Set(names).size < names.length) throw new Error(`--authorization-mode: a mode is given twice in "${names.join(',')}"`);
	return names.map((name) => {
		const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
		if (mode !== undefined) return mode;
		const known = Object.keys(modes).join(', ');
		if (later.has(name)) throw new Error(`--authorization-mode: ${name} is not supported by this server yet (it knows ${known})`);
		throw new Error(`--authorization-mode: "${name}" is not a mode (it knows ${known})`);
	});
}
