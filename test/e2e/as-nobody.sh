#!/bin/sh
# Starts Electron as a user without rights, so that Chromium's own sandbox is on: it refuses to run for root. $LOBBE_E2E_ELECTRON is the
# real binary; everything else is passed on.
exec setpriv --reuid=65534 --regid=65534 --clear-groups env -u ELECTRON_DISABLE_SANDBOX HOME="$LOBBE_E2E_HOME" XDG_CONFIG_HOME="$LOBBE_E2E_HOME" "$LOBBE_E2E_ELECTRON" "$@"
