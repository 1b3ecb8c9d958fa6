/** What a list is to answer with: which objects, and all that says in what form. */
import type { ApiRequest } from '../../api/request.ts';
import type { ListMetadata } from '../../codec/list.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { VerbContext } from '../contract.ts';
import type { ContinueToken } from './continue-token.ts';
import type { ListOptions } from './list-options.ts';

export interface ListAnswer {
	readonly context: VerbContext;
	readonly request: ApiRequest;
	readonly resource: ServedResource;
	readonly options: ListOptions;
	/** Of the page before. */
	readonly token: ContinueToken | undefined;
	readonly metadata: ListMetadata;
	/** The list is of a version before the one of now. */
	readonly isPast: boolean;
	/** The same ones, however often they are gone through. */
	readonly objects: Iterable<CachedObject>;
}
