# Changes the ConfigMap "settings" under a watch; prints the output of the changes, then the events.
# The events come through a pipe, so each is read as a whole line. Waiting for one ends after 30 seconds.
exec 3< <(exec kubectl get cm -n w -w --output-watch-events -l app=x)
watch=$!
events=

await() {
	local line
	until [[ $line = "$1 "* ]]; do
		if ! IFS= read -r -t 30 line <&3; then
			echo "no event $1 came within 30 s; so far: $events" >&2
			kill "$watch"
			exit 1
		fi
		events+=$line$'\n'
	done
}

await ADDED
kubectl label cm settings -n w app=y --overwrite
await DELETED
kubectl label cm settings -n w app=x --overwrite
kubectl patch cm settings -n w -p '{"data":{"q":"r"}}'
kubectl delete cm settings -n w
await DELETED
kill "$watch"
printf %s "$events"
