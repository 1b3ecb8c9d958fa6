/** OpenAPI documents of other servers, as last fetched. An APIService without a document has none of its parts in the merged ones. */
import type { ForeignV2 } from '../documents/openapi/foreign-v2.ts';

/** OpenAPI of one APIService. */
export interface RemoteDocument {
	/** Address of the document of version 3 with its hash, as the other server gives it; undefined when it has none. */
	readonly v3: string | undefined;
	readonly v2: ForeignV2 | undefined;
	/** Marks of what was read, to notice changes. */
	readonly mark: string;
}

export class RemoteDocuments {
	/** Entries by name of the APIService. The APIServices bound their number. */
	readonly #fetched = new Map<string, RemoteDocument>();
	#edition = 0;

	/** Number that changes with every change of the documents. */
	get edition(): number {
		return this.#edition;
	}

	of(apiService: string): RemoteDocument | undefined {
		return this.#fetched.get(apiService);
	}

	set(apiService: string, document: RemoteDocument): void {
		if (this.#fetched.get(apiService)?.mark === document.mark) return;
		this.#fetched.set(apiService, document);
		this.#edition++;
	}

	forget(apiService: string): void {
		if (this.#fetched.delete(apiService)) this.#edition++;
	}
}
