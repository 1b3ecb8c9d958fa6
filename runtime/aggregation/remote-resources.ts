/** Resources of other servers, as last fetched, for the aggregated form of discovery. A version whose server does not answer has none. */
import type { ForeignResources } from '../documents/foreign-resources.ts';

export class RemoteResources {
	/** Entries by name of the APIService. The APIServices bound their number. */
	readonly #fetched = new Map<string, { readonly text: string; readonly resources: ForeignResources }>();
	#edition = 0;

	/** Number that changes with every change of the resources. */
	get edition(): number {
		return this.#edition;
	}

	of(apiService: string): ForeignResources {
		return this.#fetched.get(apiService)?.resources;
	}

	set(apiService: string, resources: ForeignResources): void {
		const text = JSON.stringify(resources) ?? '';
		if (this.#fetched.get(apiService)?.text === text) return;
		this.#fetched.set(apiService, { text, resources });
		this.#edition++;
	}

	forget(apiService: string): void {
		if (this.#fetched.delete(apiService)) this.#edition++;
	}
}
