/** In which version and form an object's bytes are kept: one value for all objects of which it is true. */
import type { ItemForm } from '../../codec/item-form.ts';

export class KeptAs {
	/** As `Row.version`. */
	readonly version: string;
	readonly form: ItemForm;

	constructor(version: string, form: ItemForm) {
		this.version = version;
		this.form = form;
	}
}
