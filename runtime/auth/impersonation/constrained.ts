/**
 * Constrained impersonation (KEP-5284): permission to impersonate for certain requests only. All modes that apply to the target user are
 * tried, then the plain `impersonate` verb. A refusal names the first check that failed. Decisions are not cached, so a revoked permission
 * ends with the next request.
 */
import type { Attributes, Authorizer } from '../../api/authorization.ts';
import { privilegedGroup } from '../../api/identity.ts';
import type { ImpersonationVerb, RequestInfo, User } from '../../api/request.ts';
import type { ImpersonatedRequest, Impersonator } from './contract.ts';
import { extraProblem } from './extra-rules.ts';
import { type Impersonation, impersonatedUser } from './impersonation-headers.ts';
import { LastModes } from './last-modes.ts';
import { type KeysOfExtra, type Mode, modes, nodeOf } from './modes.ts';
import { type AskedWith, asked, userOrAccount } from './questions.ts';
import { decisionOf, insist, Refusal } from './refusal.ts';

/** Number of groups or extra values from which a wildcard permission is checked first. */
const many = 4;

const nodesGroup = 'system:nodes';

export interface ImpersonationWords {
	/** Domain of the platform's API groups. */
	readonly groupDomain: string;
	/** Domain of the platform's extra keys. */
	readonly labelDomain: string;
}

/** Impersonation mode to try, or `plain`. */
type ImpersonationMode = Mode | 'plain';

export function constrainedImpersonator(authorizer: Authorizer, { groupDomain, labelDomain }: ImpersonationWords): Impersonator {
	const authentication = `authentication.${groupDomain}`;
	const keys: KeysOfExtra = {
		nodeName: `authentication.${labelDomain}/node-name`,
		associatedNodeKeys: `authentication.${labelDomain}/associated-node-keys`,
	};
	const last = new LastModes<ImpersonationMode>();
	const ways: readonly ImpersonationMode[] = [...modes, 'plain'];

	return async (wanted, request) => {
		const caller = request.user;
		const usual = last.get(caller.name);
		let first: Refusal | undefined;
		for (const way of usual === undefined ? ways : [usual, ...ways.filter((each) => each !== usual)]) {
			if (way !== 'plain' && !way.applies(wanted, caller, keys)) continue;
			try {
				const result = way === 'plain' ? await plainly(wanted, caller) : await inMode(way, wanted, request);
				if (way !== usual) last.set(caller.name, way);
				return result;
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				first ??= error;
			}
		}
		throw first;
	};

	async function inMode(mode: Mode, wanted: Impersonation, request: Attributes): Promise<ImpersonatedRequest> {
		const caller = mode.callerFor?.(request.user, keys) ?? request.user;
		await insist(authorizer, meanwhile(mode, request, caller));
		const verb: ImpersonationVerb = `impersonate:${mode.name}`;
		const node = nodeOf(wanted.user);
		const who = { verb, group: authentication };
		await may(caller, node === undefined ? userOrAccount(who, wanted.user) : asked(who, 'nodes', mode.isAboutAll ? '*' : node));
		if (wanted.uid !== '') await may(caller, asked(who, 'uids', wanted.uid));
		await mayGroups(caller, who, wanted.groups);
		await mayExtra(caller, who, wanted.extra);
		return { user: impersonatedUser(node === undefined ? wanted : { ...wanted, groups: [nodesGroup] }, request.user), constraint: verb };
	}

	/** Checks the plain `impersonate` verb, in the order of releases with constrained impersonation. */
	async function plainly(wanted: Impersonation, caller: User): Promise<ImpersonatedRequest> {
		const core = { verb: 'impersonate', group: '' } as const;
		const own = { verb: 'impersonate', group: authentication } as const;
		await may(caller, userOrAccount(core, wanted.user));
		if (wanted.uid !== '') await may(caller, asked(own, 'uids', wanted.uid));
		for (const group of wanted.groups) await may(caller, asked(core, 'groups', group));
		for (const [key, value] of wanted.extra) await may(caller, asked(own, 'userextras', value, { subresource: key }));
		return { user: impersonatedUser(wanted, caller) };
	}

	async function mayGroups(caller: User, who: AskedWith, groups: readonly string[]): Promise<void> {
		if (groups.length === 0) return;
		if (groups.includes('')) throw refused(caller, asked(who, 'groups', ''), 'impersonating the empty string group is not allowed');
		const privileged = asked(who, 'groups', privilegedGroup);
		if (groups.includes(privilegedGroup)) throw refused(caller, privileged, `impersonating the ${privilegedGroup} group is not allowed`);
		if (groups.length >= many && (await allows(caller, asked(who, 'groups', '*')))) return;
		for (const group of groups) await may(caller, asked(who, 'groups', group));
	}

	async function mayExtra(caller: User, who: AskedWith, extra: Impersonation['extra']): Promise<void> {
		const problem = extraProblem(extra);
		if (problem !== undefined) throw refused(caller, asked(who, 'userextras', ''), problem);
		if (extra.length >= many && (await allows(caller, asked(who, 'userextras', '*', { subresource: '*' })))) return;
		for (const [key, value] of extra) await may(caller, asked(who, 'userextras', value, { subresource: key }));
	}

	function may(user: User, info: RequestInfo): Promise<void> {
		return insist(authorizer, { user, info, path: '' });
	}

	async function allows(user: User, info: RequestInfo): Promise<boolean> {
		return (await decisionOf(authorizer, { user, info, path: '' })).verdict === 'allow';
	}
}

/** Creates the refusal of a request that no permission could allow. */
function refused(user: User, info: RequestInfo, why: string): Refusal {
	return new Refusal({ user, info, path: '' }, why, 'deny');
}

/** Returns the caller's request, with the verb for acting as another user. */
function meanwhile({ name }: Mode, { info, path, selectors }: Attributes, user: User): Attributes {
	const verb = `impersonate-on:${name}:${info.verb}` as const;
	return { user, path, info: { ...info, verb }, ...(selectors !== undefined && { selectors }) };
}
