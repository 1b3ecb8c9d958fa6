/** Argument of commands that takes the name of a version. */
import { InvalidArgumentError } from 'commander';

export function versionName(value: string): string {
	if (!/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(value)) throw new InvalidArgumentError('expected v1, v1beta1, v2alpha1.');
	return value;
}
