/** By which path of names `/trpc` has what a resource can do: the server makes its procedures by it, client packages their types. */
import type { GroupVersionKind } from './catalog.ts';
import type { Endpoint } from './endpoint.ts';
import type { Verb } from './verb.ts';

/** Names that tRPC keeps for itself. */
const reserved: ReadonlySet<string> = new Set(['apply', 'call', 'then']);

/** Group by the parts of its name (`core` for the one without), version, resource, subresource if it is of one, verb. */
export function procedurePath(
	{ group, version }: Pick<GroupVersionKind, 'group' | 'version'>,
	{ resource, subresource }: Endpoint,
	verb: Verb,
): readonly string[] {
	const parts = [...(group === '' ? ['core'] : group.split('.')), version, resource, ...(subresource === '' ? [] : [subresource]), verb];
	return parts.map((part) => (reserved.has(part) ? `${part}_` : part));
}
