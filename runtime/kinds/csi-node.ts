/** CSINode: with the feature gate, a driver's capacity is mutable; everything else of a driver is not. */
import type { CSINode, CSINodeDriver } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';

/** Returns the hooks. `isMutable`: the capacity of drivers may change. */
export function csiNodeHooks(isMutable: boolean): KindHooks<CSINode> {
	if (!isMutable) return {};
	return {
		tolerates({ field = '', message }, { spec }, { stored }) {
			const [, index] = /^spec\.drivers\[(\d+)\]$/.exec(field) ?? [];
			const driver = spec.drivers?.[Number(index)];
			const before = stored?.object.spec.drivers?.find(({ name }) => name === driver?.name);
			return message.endsWith('field is immutable') && driver !== undefined && before !== undefined && deepEqual(fixedOf(driver), fixedOf(before));
		},
	};
}

function fixedOf({ allocatable: _, ...fixed }: CSINodeDriver): JsonValue {
	return fixed as object as JsonValue;
}
