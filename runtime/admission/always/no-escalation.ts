/**
 * Prevents privilege escalation: users cannot grant permissions that they lack through a role or binding (seed 3, "RBAC"). Users who may
 * `escalate` the role or `bind` it are exempt. The check sees the object that will be stored, after every step that may change it, and
 * cannot be disabled.
 */
import type { ClusterRole, Role, RoleBinding } from '../../../generated/types/rbac/v1.ts';
import type { Attributes } from '../../api/authorization.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import { privilegedGroup } from '../../api/identity.ts';
import type { FurtherVerb } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { isOfCollectorAlone } from '../collector-write.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { missingRights, quoted, rightsText, TooManyRights } from './missing-rights.ts';

const roles: ReadonlySet<string> = new Set(['roles', 'clusterroles']);
const bindings: ReadonlySet<string> = new Set(['rolebindings', 'clusterrolebindings']);

/** Permissions that a role with aggregation may grant some day: all. */
const everything: Role['rules'] = [
	{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
	{ verbs: ['*'], nonResourceURLs: ['*'] },
];

export const noEscalation: AdmissionPlugin = {
	name: 'NoEscalation',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: (vocabulary) => [...roles, ...bindings].map((resource) => `${resource}.${groupOf(vocabulary)}`),
	start(context) {
		const group = groupOf(context.vocabulary);
		return {
			validate(request) {
				if (request.stored.group !== group || request.subresource !== '') return;
				if (request.user.groups.includes(privilegedGroup) || isOfCollectorAlone(request)) return;
				if (roles.has(request.resource)) return checkRole(context, request);
				if (bindings.has(request.resource)) return checkBinding(context, request, group);
			},
		};
	},
};

function groupOf({ groupDomain }: Vocabulary): string {
	return `rbac.authorization.${groupDomain}`;
}

async function checkRole(context: AdmissionContext, request: AdmissionRequest): Promise<void> {
	// The URL of a create has no name, so a permission to escalate a named role does not cover its creation.
	const { group, version, resource, namespace, operation } = request;
	const name = operation === 'CREATE' ? '' : request.name;
	if (await may(context, request, 'escalate', { group, version, resource, namespace, name })) return;
	const role = request.object as ClusterRole;
	await confirm(context, request, role.rules ?? []);
	const isAggregated = [role, request.oldObject as ClusterRole | undefined].some((each) => (each?.aggregationRule?.clusterRoleSelectors ?? []).length > 0);
	if (isAggregated && !(await holds(context, request, everything ?? [])))
		throw refused(request, 'must have cluster-admin privileges to use the aggregationRule');
}

async function checkBinding(context: AdmissionContext, request: AdmissionRequest, group: string): Promise<void> {
	const { namespace, version } = request;
	const { roleRef } = request.object as unknown as RoleBinding;
	const resource = roleRef.kind === 'ClusterRole' ? 'clusterroles' : 'roles';
	if (await may(context, request, 'bind', { group, version, resource, namespace, name: roleRef.name })) return;
	await context.cache.consistent({ signal: request.signal() });
	const found = context.cache.get(`${resource}.${group}`, resource === 'roles' ? namespace : '', roleRef.name);
	if (found === undefined) throw notFound(resource, group, roleRef.name);
	await confirm(context, request, (JSON.parse(found.bytes.toString()) as Role).rules ?? []);
}

interface Target {
	readonly group: string;
	readonly version: string;
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
}

/** Asks the authorizer. A failure counts as a refusal. */
async function may({ authorizer }: AdmissionContext, { user }: AdmissionRequest, verb: FurtherVerb, target: Target): Promise<boolean> {
	const asked: Attributes = { user, info: { isResource: true, verb, subresource: '', ...target }, path: '' };
	try {
		return (await authorizer.authorize(asked)).verdict === 'allow';
	} catch {
		return false;
	}
}

async function holds(context: AdmissionContext, request: AdmissionRequest, granted: NonNullable<Role['rules']>): Promise<boolean> {
	return (await lacking(context, request, granted)).length === 0;
}

/** Returns the granted permissions that the user lacks in the object's namespace. */
async function lacking(
	{ authorizer }: AdmissionContext,
	request: AdmissionRequest,
	granted: NonNullable<Role['rules']>,
): Promise<Awaited<ReturnType<typeof missingRights>>> {
	const held = await authorizer.rulesFor?.(request.user, request.namespace);
	try {
		return await missingRights(held?.rules ?? [], granted);
	} catch (error) {
		if (error instanceof TooManyRights) throw refused(request, error.message);
		throw error;
	}
}

async function confirm(context: AdmissionContext, request: AdmissionRequest, granted: NonNullable<Role['rules']>): Promise<void> {
	const missing = await lacking(context, request, granted);
	if (missing.length === 0) return;
	const { name, groups } = request.user;
	const who = `user ${JSON.stringify(name)} (groups=${quoted(groups)})`;
	throw refused(request, `${who} is attempting to grant RBAC permissions not currently held:\n${rightsText(missing)}`);
}

function refused({ group, resource, name }: AdmissionRequest, why: string): ApiError {
	return new ApiError('Forbidden', `${resource}.${group} ${JSON.stringify(name)} is forbidden: ${why}`, {
		...(name !== '' && { name }),
		group,
		kind: resource,
	});
}
