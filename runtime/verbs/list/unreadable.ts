/** Refuses a list that contains damaged objects. The error names them (KEP-3926). */
import { ApiError } from '../../api/errors.ts';
import { type Cause, mostCauses } from '../../model/cause.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { remedy } from '../../storage/errors.ts';
import type { Selectable } from '../../watch/contract.ts';

const message = `differs from the written state; ${remedy}`;
const more: Cause = { reason: 'TooManyErrors', message: 'too many errors, the list is truncated' };
/** Maximum number of damaged objects that the message names. */
const mostNamed = 10;

export function unreadable({ kind, version }: ServedResource, damaged: readonly Pick<Selectable, 'namespace' | 'name'>[]): ApiError {
	const { group } = version;
	const prefix = `/${group === '' ? '' : `${group}/`}${kind.plural}/`;
	const fields = damaged.map(({ namespace, name }) => `${prefix}${namespace === '' ? '' : `${namespace}/`}${name}`);
	const causes: Cause[] = fields.slice(0, mostCauses).map((field) => ({ reason: 'UnexpectedServerResponse', message, field }));
	const named = fields.slice(0, mostNamed).join(', ');
	const rest = fields.length > mostNamed ? ` and ${fields.length - mostNamed} more` : '';
	return new ApiError(
		'StorageReadError',
		`failed to read one or more ${group ? `${kind.plural}.${group}` : kind.plural} from the storage: ${named}${rest} ${fields.length === 1 ? 'differs' : 'differ'} from the written state; ${remedy}`,
		{ name: prefix, ...(group && { group }), kind: kind.plural, causes: fields.length > mostCauses ? [...causes, more] : causes },
	);
}
