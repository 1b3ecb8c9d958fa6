/** Names of tRPC procedures (`apps.v1.deployments.scale.update`), for the server and client packages. */
import type { GroupVersionKind } from './catalog.ts';
import type { Endpoint } from './endpoint.ts';
import type { Verb } from './verb.ts';

/** Names that tRPC reserves. */
const reserved: ReadonlySet<string> = new Set(['apply', 'call', 'then']);

/** Returns the segments: group (`core` for the core group), version, resource, subresource if any, and verb. */
export function procedurePath(
	{ group, version }: Pick<GroupVersionKind, 'group' | 'version'>,
	{ resource, subresource }: Endpoint,
	verb: Verb,
): readonly string[] {
	const parts = [...(group === '' ? ['core'] : group.split('.')), version, resource, ...(subresource === '' ? [] : [subresource]), verb];
	return parts.map((part) => (reserved.has(part) ? `${part}_` : part));
}
