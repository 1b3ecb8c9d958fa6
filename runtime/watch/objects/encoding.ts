/** Version and form in which an object's bytes are stored. Objects with the same encoding share an instance. */
import type { ItemForm } from '../../codec/item-form.ts';

export class ObjectEncoding {
	/** `Row.version` of the object. */
	readonly version: string;
	readonly form: ItemForm;

	constructor(version: string, form: ItemForm) {
		this.version = version;
		this.form = form;
	}
}
