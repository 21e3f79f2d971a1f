#!/bin/sh
# Starts Electron in a desktop session of its own that has an unlocked keyring: there, and only there, the OS encrypts the token.
exec dbus-run-session -- sh -c '
  printf "\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  exec "$LOBBE_E2E_ELECTRON" --password-store=gnome-libsecret "$@"
' keyring "$@"
