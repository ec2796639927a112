/* A card reader for pcscd that can be pulled out: gone while the file that its DEVICENAME names is empty.
 * vpcd's own reader never leaves. */
#include <ifdhandler.h>
#include <string.h>
#include <sys/stat.h>

static char cable[256];

static int plugged(void)
{
	struct stat file;

	return stat(cable, &file) == 0 && file.st_size > 0;
}

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR device)
{
	strncpy(cable, device, sizeof cable - 1);
	return plugged() ? IFD_SUCCESS : IFD_NO_SUCH_DEVICE;
}

RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) { return IFD_NOT_SUPPORTED; }
RESPONSECODE IFDHCloseChannel(DWORD lun) { return IFD_SUCCESS; }

RESPONSECODE IFDHICCPresence(DWORD lun)
{
	return plugged() ? IFD_ICC_NOT_PRESENT : IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD size, PUCHAR value) { return IFD_ERROR_TAG; }
RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD size, PUCHAR value) { return IFD_NOT_SUPPORTED; }
RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD size) { return IFD_COMMUNICATION_ERROR; }

RESPONSECODE IFDHSetProtocolParameters(DWORD lun, DWORD protocol, UCHAR flags, UCHAR a, UCHAR b, UCHAR c)
{
	return IFD_SUCCESS;
}

RESPONSECODE IFDHTransmitToICC(DWORD lun, SCARD_IO_HEADER send, PUCHAR out, DWORD out_size, PUCHAR in, PDWORD in_size,
	PSCARD_IO_HEADER receive)
{
	return IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHControl(DWORD lun, DWORD code, PUCHAR out, DWORD out_size, PUCHAR in, DWORD in_size, LPDWORD got)
{
	return IFD_NOT_SUPPORTED;
}
