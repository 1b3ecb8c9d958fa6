/** All authorizers. The rows that always apply come first, in this order; the modes follow in the order of `--authorization-mode`. */

import type { Authorizer } from '../../api/authorization.ts';
import type { Flag, FlagValues } from '../../api/flag.ts';
import { abac } from './abac/abac.ts';
import { alwaysAllow } from './always-allow.ts';
import { alwaysDeny } from './always-deny.ts';
import { authorizationConfig, configured } from './configuration/configured.ts';
import type { AuthorizerContext, AuthorizerRow, ModesContext } from './contract.ts';
import { declaredRules } from './declared-rules.ts';
import { node } from './node/node.ts';
import { privileged } from './privileged-group.ts';
import { rbac } from './rbac/rbac.ts';
import { union } from './union.ts';
import { webhook } from './webhook/webhook.ts';

export const authorizers: readonly AuthorizerRow[] = [privileged, declaredRules, configured(modeRows), node, rbac, abac, webhook, alwaysAllow, alwaysDeny];

/** Returns the rows that a flag or a file may name. */
function modeRows(): readonly AuthorizerRow[] {
	return authorizers.filter(({ used }) => used === 'mode');
}

export function authorizationModes(rows: readonly AuthorizerRow[] = authorizers): readonly string[] {
	return rows.filter(({ used }) => used === 'mode').map(({ name }) => name);
}

/** Returns the rows that always apply and those of `--authorization-mode`. Throws an Error of one sentence for the user. */
export function chosenAuthorizers(modes: readonly string[], rows: readonly AuthorizerRow[] = authorizers): readonly AuthorizerRow[] {
	if (modes.length === 0) throw new Error('--authorization-mode: expected at least one mode');
	if (new Set(modes).size < modes.length) throw new Error(`--authorization-mode: duplicate mode in "${modes.join(',')}"`);
	const known = authorizationModes(rows).join(', ');
	const chosen = modes.map((mode) => {
		const row = rows.find(({ name, used }) => used === 'mode' && name === mode);
		if (row !== undefined) return row;
		throw new Error(`--authorization-mode: unknown mode "${mode}" (expected ${known})`);
	});
	return [...rows.filter(({ used }) => used === 'always'), ...chosen];
}

/**
 * Returns the rows that always apply and the row of `--authorization-config`. `modes` is the flag that the file replaces. Throws an Error
 * of one sentence.
 */
export function configuredAuthorizers(flags: FlagValues, modes: Flag<unknown>): readonly AuthorizerRow[] {
	const other = [modes, ...(webhook.flags ?? [])].find((flag) => flags.isGiven(flag));
	if (other !== undefined) throw new Error(`--${authorizationConfig.name}: cannot be combined with --${other.name}: use one of them`);
	return authorizers.filter(({ used }) => used !== 'mode');
}

/** Throws an Error of one sentence when a mode lacks its required flag, or when the flag is given without its mode. */
export function checkNeeds(flags: FlagValues, chosen: readonly AuthorizerRow[], rows: readonly AuthorizerRow[] = authorizers): void {
	for (const row of rows) {
		if (row.needs === undefined || chosen.includes(row) === flags.isGiven(row.needs)) continue;
		const { name } = row.needs;
		throw new Error(chosen.includes(row) ? `--authorization-mode: ${row.name} needs --${name}` : `--${name}: valid only with --authorization-mode ${row.name}`);
	}
}

/** Returns the names of the modes in force: the chosen rows, and those that a file names. Rejects with an Error of one sentence. */
export async function modesInForce(context: ModesContext, chosen: readonly AuthorizerRow[]): Promise<readonly string[]> {
	const named = await Promise.all(chosen.map(async (row) => (await row.modes?.(context)) ?? [row.name]));
	return named.flat();
}

export async function startAuthorization(context: AuthorizerContext, chosen: readonly AuthorizerRow[]): Promise<Authorizer> {
	return union(await Promise.all(chosen.map((row) => row.start(context))));
}
