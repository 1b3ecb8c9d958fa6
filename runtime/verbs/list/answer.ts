/** Content of a list answer: the objects, and the parameters of their representation. */
import type { ApiRequest } from '../../api/request.ts';
import type { ListMetadata } from '../../codec/list.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { ContinueToken } from '../context/continue-token.ts';
import type { ReadContext } from '../contract.ts';
import type { ListOptions } from './options.ts';

export interface ListAnswer {
	readonly context: ReadContext;
	readonly request: ApiRequest;
	readonly resource: ServedResource;
	readonly options: ListOptions;
	/** Continue token of the previous page. */
	readonly token: ContinueToken | undefined;
	readonly metadata: ListMetadata;
	/** True when the list is of an earlier version than the current one. */
	readonly isPast: boolean;
	/** Objects of the list; repeated iteration gives the same ones. */
	readonly objects: Iterable<CachedObject>;
}
