/** Numbers of pods, absolute or in percent. */
export function isNothing(value: number | string | undefined = 0): boolean {
	return typeof value === 'number' ? value === 0 : !/^\d*[1-9]\d*%?$/.test(value);
}
