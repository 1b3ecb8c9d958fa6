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
	/** Continue token in the request. */
	readonly token: ContinueToken | undefined;
	readonly metadata: ListMetadata;
	/** True when the list shows an earlier version than the current one. */
	readonly isPast: boolean;
	/** Objects of the list. Each iteration yields the same ones. */
	readonly objects: Iterable<CachedObject>;
}
