/** Counts the rows of a resource that are stored in an outdated form. */
import type { ServedResource } from '../serving/resource.ts';
import { isOlder } from '../storage/versions.ts';
import type { WatchCache } from '../watch/contract.ts';

/** `target`: the current form. Undefined when the kind is not served; its rows are then never outdated. */
export function countOutdatedRows(cache: Pick<WatchCache, 'written'>, resource: string, target: Pick<ServedResource, 'storedVersion'> | undefined): number {
	let left = 0;
	for (const [version, count] of cache.written(resource)) if (isOlder(target?.storedVersion, version)) left += count;
	return left;
}
