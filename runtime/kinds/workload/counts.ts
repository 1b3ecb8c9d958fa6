/** Validates pod counts in a status: not negative, and no part larger than the whole. */
import { type Cause, invalidValue } from '../../model/cause.ts';

type Counts<Name extends string> = { readonly [name in Name]?: number | bigint };

export function negatives<Name extends string>(status: Counts<Name>, names: readonly Name[], path = 'status'): Cause[] {
	return names.flatMap((name) => (Number(status[name] ?? 0) < 0 ? [invalidValue(`${path}.${name}`, status[name], 'must be greater than or equal to 0')] : []));
}

/** Reports parts that exceed the whole. `whole`: name of the count; `called`: its name in messages. */
export function exceeding<Name extends string>(status: Counts<Name>, parts: readonly Name[], whole: Name, called: string): Cause[] {
	const most = Number(status[whole] ?? 0);
	return parts.flatMap((part) =>
		Number(status[part] ?? 0) > most ? [invalidValue(`status.${part}`, status[part] ?? 0, `cannot be greater than ${called}`)] : [],
	);
}

/** Checks that the collision count does not decrease. */
export function collisionViolations(status: { readonly collisionCount?: number } = {}, old: { readonly collisionCount?: number } = {}): Cause[] {
	const { collisionCount: before } = old;
	const now = status.collisionCount ?? 0;
	return before === undefined || now >= before ? [] : [invalidValue('status.collisionCount', now, 'cannot be decremented')];
}
